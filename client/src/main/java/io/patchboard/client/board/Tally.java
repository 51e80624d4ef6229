package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Failure;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.Word;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one board's log holds, counted entry by entry. Used by one thread. */
final class Tally {

    Optional<LogEntry> end = Optional.empty();
    Map<String, String> labels = Map.of();
    long commits;
    final Map<Stage, Long> rejections = new EnumMap<>(Stage.class);
    final SortedMap<String, Long> invocations = new TreeMap<>();
    final SortedMap<String, SortedMap<String, Long>> firings = new TreeMap<>();
    final SortedMap<String, BoardProjection.Away> away = new TreeMap<>();
    final Consumption consumption = new Consumption();

    void accept(LogEntry entry) {
        consumption.accept(entry);
        switch (entry.event()) {
            case PatchCommitted committed -> {
                commits++;
                away.remove(committed.worker());
            }
            case PatchHeld held -> away.remove(held.worker());
            case RejectedEvent rejected -> {
                rejections.merge(rejected.stage(), 1L, Long::sum);
                if (rejected instanceof PatchRejected answer
                        && answer.invocationId().isPresent()) {
                    answer.worker().ifPresent(worker -> answered(worker, answer, entry));
                }
            }
            case WorkerInvoked invoked -> {
                invocations.merge(invoked.worker(), 1L, Long::sum);
                if (invoked.attempt() == 1) {
                    firings.computeIfAbsent(invoked.trigger().rule(), rule -> new TreeMap<>())
                            .merge(invoked.worker(), 1L, Long::sum);
                }
            }
            case BoardCreated created -> labels = Labels.of(created);
            case EndEvent ended -> end = Optional.of(entry);
            case BoardReopened reopened -> end = Optional.empty();
            default -> {
                // The board alone has what else happened.
            }
        }
    }

    /** Whoever answers is not away, however wrong the answer is. */
    private void answered(String worker, PatchRejected answer, LogEntry entry) {
        Optional<Failure> outage =
                answer.failure().filter(failure -> failure.kind().passes());
        outage.ifPresentOrElse(
                failure -> away.merge(
                        worker,
                        new BoardProjection.Away(entry.header().time(), failure),
                        (before, now) -> new BoardProjection.Away(before.since(), failure)),
                () -> away.remove(worker));
    }

    JsonObject toJson() {
        JsonObject.Builder names = JsonObject.builder();
        labels.forEach(names::put);
        JsonObject.Builder refused = JsonObject.builder();
        rejections.forEach((stage, count) -> refused.put(stage.word(), count));
        JsonObject.Builder fired = JsonObject.builder();
        firings.forEach((rule, workers) -> fired.put(rule, counts(workers)));
        List<Json> gone = new ArrayList<>();
        away.forEach((worker, since) -> gone.add(JsonObject.builder()
                .put("worker", worker)
                .put("since", since.since().toString())
                .put("failure", since.failure().toJson())
                .build()));
        return JsonObject.builder()
                .putIfPresent("end", end.map(LogEntry::toJson))
                .put("labels", names.build())
                .put("commits", commits)
                .put("rejections", refused.build())
                .put("invocations", counts(invocations))
                .put("firings", fired.build())
                .put("away", JsonArray.copyOf(gone))
                .put("consumption", consumption.toJson())
                .build();
    }

    private static JsonObject counts(Map<String, Long> counts) {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach(json::put);
        return json.build();
    }

    /** As {@link #toJson} wrote it. */
    static Tally read(Fields fields) {
        Tally tally = new Tally();
        tally.end = fields.optionalJson("end").map(json -> LogEntry.fromAnyJson((JsonObject) json));
        tally.labels = fields.requiredRecord("labels", Tally::texts);
        tally.commits = fields.integer("commits");
        fields.requiredRecord("rejections", Tally::counts)
                .forEach((stage, count) -> tally.rejections.put(Word.of(Stage.class, stage), count));
        tally.invocations.putAll(fields.requiredRecord("invocations", Tally::counts));
        fields.requiredRecord("firings", rules -> {
            rules.names().forEach(rule -> tally.firings.put(rule, rules.requiredRecord(rule, Tally::counts)));
            return rules;
        });
        for (Map<String, BoardProjection.Away> one : fields.records("away", Tally::away)) {
            tally.away.putAll(one);
        }
        fields.records("consumption", line -> {
            tally.consumption.read(line);
            return line;
        });
        return tally;
    }

    private static Map<String, String> texts(Fields fields) {
        Map<String, String> texts = new TreeMap<>();
        fields.names().forEach(name -> texts.put(name, fields.string(name)));
        return texts;
    }

    private static SortedMap<String, Long> counts(Fields fields) {
        SortedMap<String, Long> counts = new TreeMap<>();
        fields.names().forEach(name -> counts.put(name, fields.integer(name)));
        return counts;
    }

    private static Map<String, BoardProjection.Away> away(Fields fields) {
        Instant since = Instant.parse(fields.string("since"));
        return Map.of(
                fields.string("worker"),
                new BoardProjection.Away(since, fields.requiredRecord("failure", Failure::read)));
    }
}
