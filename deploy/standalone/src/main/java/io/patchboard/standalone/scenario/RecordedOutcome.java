package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of a board that ran, as a scenario expects it. */
final class RecordedOutcome {

    private RecordedOutcome() {}

    static JsonObject of(Board board, List<LogEntry> log) {
        List<PatchRejected> rejected = Expected.of(PatchRejected.class, log);
        JsonObject.Builder expect = JsonObject.builder()
                .put("phase", board.phase().word())
                .put("needsPerson", Json.of(board.waitsForPersonAlone()))
                .put("state", state(board.state()));
        Expected.of(BoardCompleted.class, log).stream()
                .findFirst()
                .ifPresent(completed -> expect.put("result", completed.result()));
        if (!rejected.isEmpty()) {
            expect.put("rejections", rejections(rejected));
        }
        return expect.put("commits", Expected.of(PatchCommitted.class, log).size())
                .put("rejected", rejected.size())
                .put("maxInvocations", Expected.of(WorkerInvoked.class, log).size())
                .build();
    }

    /** By member, so that what differs is told by its name. */
    private static JsonObject state(Json state) {
        Map<String, Json> places = new LinkedHashMap<>();
        if (state instanceof JsonObject object) {
            object.members().forEach((name, value) -> places.put("/" + JsonPointer.escape(name), value));
        } else {
            places.put("", state);
        }
        return JsonObject.copyOf(places);
    }

    private static JsonArray rejections(List<PatchRejected> rejected) {
        Map<JsonObject, Integer> times = new LinkedHashMap<>();
        for (PatchRejected one : rejected) {
            JsonObject clause = JsonObject.builder()
                    .putStringIfPresent("worker", one.worker())
                    .put("stage", one.rejection().stage().word())
                    .put("code", one.rejection().code())
                    .putStringIfPresent("rule", one.rejection().rule())
                    .build();
            times.merge(clause, 1, Integer::sum);
        }
        return JsonArray.copyOf(times.entrySet().stream()
                .<Json>map(entry -> entry.getKey().with("times", Json.of(entry.getValue())))
                .toList());
    }
}
