package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model did with its tools for one invocation. Of what went in and came out it has hashes and sizes, and the
 * contents where the workers file says so.
 *
 * @param prefixHash of what the model is told before the view, which is the same for all invocations of a role
 * @param checkpoint hash of the one that it went on from; absent where it began at the beginning
 * @param contents whether they are in it, as far as they fit: without secrets, and as the model was shown them
 */
public record Trajectory(
        Invocation invocation, String prefixHash, Optional<String> checkpoint, List<Call> calls, boolean contents) {

    /** Of all contents of one record: what a broker takes, whatever has to be escaped in it. */
    static final int MOST_CONTENT_CHARS = 150_000;

    public Trajectory {
        calls = List.copyOf(calls);
    }

    /**
     * One call of a tool.
     *
     * @param arguments as the model wrote them
     * @param result before it was cut, which may be as large as what is read at once; absent where there is none
     * @param outcome {@code answered}, or the kind of failure
     * @param said the arguments without secrets
     * @param shown what the model was shown of what came of it
     */
    public record Call(
            String tool,
            Measured arguments,
            Optional<Measured> result,
            Duration taken,
            String outcome,
            String said,
            String shown) {

        private JsonObject toJson(boolean contents) {
            JsonObject.Builder json = JsonObject.builder().put("tool", tool).put("outcome", outcome);
            arguments.write(json, "arguments");
            result.ifPresent(measured -> measured.write(json, "result"));
            if (contents) {
                json.put("arguments", said).put("shown", shown);
            }
            return json.put("millis", taken.toMillis()).build();
        }

        private int chars() {
            return said.length() + shown.length();
        }
    }

    /** Hash and size of a text that is not kept. */
    public record Measured(String hash, int bytes) {

        static Measured of(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return new Measured(CanonicalJson.sha256(bytes), bytes.length);
        }

        private void write(JsonObject.Builder json, String name) {
            json.put(name + "Hash", hash).put(name + "Bytes", bytes);
        }
    }

    /** By which the log refers to the record. */
    public String hash() {
        return CanonicalJson.sha256(toJson());
    }

    /** The record, {@code docs/llm.md} has its fields. */
    public JsonObject toJson() {
        List<Json> written = new ArrayList<>();
        int room = contents ? MOST_CONTENT_CHARS : 0;
        for (Call call : calls) {
            boolean fits = contents && call.chars() <= room;
            room -= fits ? call.chars() : 0;
            written.add(call.toJson(fits));
        }
        return JsonObject.builder()
                .put("boardId", invocation.boardId())
                .put("invocationId", invocation.invocationId())
                .put("worker", invocation.worker())
                .put("attempt", invocation.attempt())
                .put("prefixHash", prefixHash)
                .putStringIfPresent("checkpoint", checkpoint)
                .put("calls", JsonArray.copyOf(written))
                .build();
    }
}
