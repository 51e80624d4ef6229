package io.patchboard.standalone.a2a;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board as it is now, seen as a task.
 *
 * @param board its status, as the HTTP API has it
 * @param waiting what a person has to decide or to do, oldest first
 */
record BoardTask(JsonObject board, List<JsonObject> waiting) {

    /** The label that a board has where its caller named a context. */
    static final String CONTEXT_LABEL = "a2a-context";

    private static final String RESULT = "result";
    private static final int HASH_CHARS = 8;

    String id() {
        return board.text("boardId");
    }

    /** The board's own id where its creator named no other. */
    String context() {
        String named = board.object("labels").text(CONTEXT_LABEL);
        return named.isEmpty() ? id() : named;
    }

    long sequence() {
        return board.get("sequence").orElse(Json.nul()) instanceof JsonNumber number
                ? Long.parseLong(number.toString())
                : 0;
    }

    State state() {
        return State.of(board.text("phase"), !waiting.isEmpty());
    }

    /** Since when it is as it is. */
    String time() {
        return board.text("time");
    }

    /** What a follower is told: two of the same say the same. */
    JsonObject status() {
        return JsonObject.builder()
                .put("state", state().word())
                .putIfPresent("message", message())
                .put("timestamp", time())
                .build();
    }

    JsonObject json(boolean withArtifacts) {
        return JsonObject.builder()
                .put("id", id())
                .put("contextId", context())
                .put("status", status())
                .putIfPresent("artifacts", withArtifacts ? artifact().map(JsonArray::of) : Optional.empty())
                .put("metadata", metadata())
                .build();
    }

    JsonObject statusUpdate() {
        return JsonObject.of(
                "statusUpdate",
                JsonObject.builder()
                        .put("taskId", id())
                        .put("contextId", context())
                        .put("status", status())
                        .put("metadata", metadata())
                        .build());
    }

    Optional<JsonObject> artifactUpdate() {
        return artifact()
                .map(artifact -> JsonObject.of(
                        "artifactUpdate",
                        JsonObject.builder()
                                .put("taskId", id())
                                .put("contextId", context())
                                .put("artifact", artifact)
                                .put("lastChunk", true)
                                .build()));
    }

    private JsonObject metadata() {
        return JsonObject.builder()
                .put("phase", board.text("phase"))
                .putIfPresent("version", board.get("version"))
                .putIfPresent("sequence", board.get("sequence"))
                .build();
    }

    private Optional<JsonObject> artifact() {
        return board.object("end")
                .get(RESULT)
                .map(result -> JsonObject.builder()
                        .put("artifactId", RESULT)
                        .put("name", RESULT)
                        .put("parts", JsonArray.of(data(result)))
                        .build());
    }

    /** What is asked of a person, or why it ended without a result. */
    private Optional<JsonObject> message() {
        if (!waiting.isEmpty() && state() == State.INPUT_REQUIRED) {
            JsonObject first = waiting.get(0);
            return Optional.of(message(
                    first.text("message"),
                    data(JsonObject.of("waiting", JsonArray.copyOf(waiting))),
                    "-" + CanonicalJson.sha256(JsonArray.copyOf(waiting)).substring(0, HASH_CHARS)));
        }
        if (state() == State.FAILED || state() == State.CANCELED) {
            JsonObject end = board.object("end");
            String why = end.text("message").isEmpty() ? end.text("reason") : end.text("message");
            return Optional.of(message(
                    why.isEmpty() ? "The board is " + board.text("phase") + "." : why,
                    data(end.isEmpty() ? JsonObject.of("phase", Json.of(board.text("phase"))) : end),
                    ""));
        }
        return Optional.empty();
    }

    /** @param which tells it from others of the same entry: what boards below wait for is in logs of their own */
    private JsonObject message(String text, JsonObject data, String which) {
        return JsonObject.builder()
                .put("messageId", id() + "-" + sequence() + which)
                .put("contextId", context())
                .put("taskId", id())
                .put("role", "ROLE_AGENT")
                .put("parts", JsonArray.of(JsonObject.of("text", Json.of(text)), data))
                .build();
    }

    private static JsonObject data(Json value) {
        return JsonObject.builder()
                .put("data", value)
                .put("mediaType", Skill.JSON)
                .build();
    }
}
