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
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A control of the fault table as a team reads it: a document, and text that was put behind it. */
final class SharedBoard {

    private final Blackboard board;

    SharedBoard(Blackboard board) {
        this.board = board;
    }

    /** Hands over an answer: a patch, or whatever else was said. */
    void deliver(Optional<Json> patch, String said) {
        String record = patch.map(read -> JsonWriter.compact(JsonObject.of("patch", read)))
                .orElse(said);
        board.deliver(record.getBytes(StandardCharsets.UTF_8));
    }

    private String stored() {
        return new String(board.stored(), StandardCharsets.UTF_8);
    }

    /** Empty if it is no JSON object any more. */
    JsonObject document() {
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
    String appended() {
        String stored = stored();
        int end = stored.indexOf('\n');
        return end < 0 ? "" : stored.substring(end + 1);
    }

    JsonArray array(String name) {
        return document().get(name).orElse(Json.nul()) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    boolean has(String name) {
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
}
