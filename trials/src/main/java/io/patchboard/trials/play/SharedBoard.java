package io.patchboard.trials.play;

import io.patchboard.faults.board.Blackboard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** A control of the fault table as a team reads it: a document, and text that was put behind it. */
public final class SharedBoard {

    private final Blackboard board;

    public SharedBoard(Blackboard board) {
        this.board = board;
    }

    /** Hands over an answer: a patch, or whatever else was said. */
    public void deliver(Optional<Json> patch, String said) {
        String record = patch.map(read -> JsonWriter.compact(JsonObject.of("patch", read)))
                .orElse(said);
        board.deliver(record.getBytes(StandardCharsets.UTF_8));
    }

    private String stored() {
        return new String(board.stored(), StandardCharsets.UTF_8);
    }

    /** Empty if it is no JSON object any more. */
    public JsonObject document() {
        String stored = stored();
        int end = stored.indexOf('\n');
        try {
            Json read = new JsonReader(JsonLimits.DEFAULT).read(end < 0 ? stored : stored.substring(0, end));
            return read instanceof JsonObject object ? object : JsonObject.EMPTY;
        } catch (JsonSyntaxException e) {
            return JsonObject.EMPTY;
        }
    }

    /** What stands behind the document. */
    public String appended() {
        String stored = stored();
        int end = stored.indexOf('\n');
        return end < 0 ? "" : stored.substring(end + 1);
    }

    JsonArray array(String name) {
        return document().get(name).orElse(Json.nul()) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    public boolean has(String name) {
        return document().get(name).isPresent();
    }

    /** A text in the last item of an array; empty if there is none. */
    String ofLast(String array, String member) {
        JsonArray all = array(array);
        return !all.isEmpty()
                        && all.get(all.size() - 1) instanceof JsonObject last
                        && last.get(member).orElse(Json.nul()) instanceof JsonString text
                ? text.value()
                : "";
    }

    /** JSON Pointer to the last item of an array; to where the first would be if there is none. */
    String lastOf(String array) {
        return "/" + array + "/" + Math.max(0, array(array).size() - 1);
    }

    /**
     * What somebody is asked with: all of the board, and in the prompt what its role may write.
     *
     * @param schema whether the prompt shows the schemas of what may be written
     * @param number of the question, from 1
     * @param item JSON Pointer to what it is about
     */
    public LogEntry invitation(TeamBlueprint team, boolean schema, int number, String role, String item) {
        JsonObject worker = team.worker(role);
        JsonArray contract = (JsonArray) worker.get("write").orElseThrow();
        return new LogEntry(
                new LogHeader("episode", number, number, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new WorkerInvoked(
                        "i-" + number,
                        role,
                        "default",
                        1,
                        Instant.EPOCH,
                        number,
                        new Trigger("turn", number, Optional.of(item)),
                        ((JsonString) worker.get("instruction").orElseThrow()).value(),
                        view(schema ? team.schemas(contract) : JsonObject.EMPTY, contract, item),
                        "",
                        contract));
    }

    private JsonObject view(JsonObject schemas, JsonArray contract, String item) {
        JsonObject.Builder state = JsonObject.builder();
        document().members().forEach((name, value) -> state.put("/" + name, value));
        JsonObject.Builder view = JsonObject.builder()
                .put("contract", contract)
                .put("schema", schemas)
                .put("item", JsonObject.of("path", Json.of(item)))
                .put("state", state.build());
        String text = appended();
        return text.isEmpty() ? view.build() : view.put("text", text).build();
    }
}
