package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a model did with its tools for one invocation. Of what went in and came out it has hashes and sizes alone.
 *
 * @param prefixHash of what the model is told before the view, which is the same for all invocations of a role
 * @param checkpoint hash of the one that it went on from; absent where it began at the beginning
 */
public record Trajectory(Invocation invocation, String prefixHash, Optional<String> checkpoint, List<Call> calls) {

    public Trajectory {
        calls = List.copyOf(calls);
    }

    /**
     * One call of a tool.
     *
     * @param arguments as the model wrote them
     * @param result before it was cut; absent where there is none
     * @param outcome {@code answered}, or the kind of failure
     */
    public record Call(String tool, String arguments, Optional<String> result, Duration taken, String outcome) {

        JsonObject toJson() {
            JsonObject.Builder json = JsonObject.builder().put("tool", tool).put("outcome", outcome);
            measured(json, "arguments", arguments);
            result.ifPresent(text -> measured(json, "result", text));
            return json.put("millis", taken.toMillis()).build();
        }

        private static void measured(JsonObject.Builder json, String name, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            json.put(name + "Hash", CanonicalJson.sha256(bytes)).put(name + "Bytes", bytes.length);
        }
    }

    /** By which the log refers to the record. */
    public String hash() {
        return CanonicalJson.sha256(toJson());
    }

    /** The record, {@code docs/llm.md} has its fields. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("boardId", invocation.boardId())
                .put("invocationId", invocation.invocationId())
                .put("worker", invocation.worker())
                .put("attempt", invocation.attempt())
                .put("prefixHash", prefixHash)
                .putStringIfPresent("checkpoint", checkpoint)
                .put(
                        "calls",
                        JsonArray.copyOf(
                                calls.stream().map(call -> (Json) call.toJson()).toList()))
                .build();
    }
}
