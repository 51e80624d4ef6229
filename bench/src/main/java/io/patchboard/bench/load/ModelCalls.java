package io.patchboard.bench.load;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.CreateBoard;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One board on which a model is called again and again over a task of some length, and writes a note each time.
 *
 * @param given how the model gets the task
 * @param calls of the model
 * @param taskBytes of the task, as text; four of them are about a token
 */
public record ModelCalls(Given given, int calls, int taskBytes) {

    /** How a task is given. */
    public enum Given {
        /** It stands on the board, in as many parts as there are calls; each call is about one of them. */
        PARTS,
        /** The board has the handle of a blob, and each call gets all of it. */
        BLOB
    }

    private static final String WORKER = "reader";
    private static final int NOTE_BYTES = 2_000;

    /** The command that creates the board, which calls the model at once. */
    public byte[] create(int board) {
        CreateBoard command = new CreateBoard("create-" + board, Proposals.boardId(board), blueprint(), input());
        return command.toJson().toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What the model answers to a call. */
    public byte[] answer(ConsumerRecord<byte[], byte[]> call, int round) {
        String board = new String(call.key(), StandardCharsets.UTF_8);
        return Proposals.proposal(board, WORKER, round, Invited.invocation(call), patch(round));
    }

    /** The patch, as compact JSON: all that the model writes. */
    public String patch(int round) {
        return JsonWriter.compact(JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", "/notes/-")
                .put("value", text(round, NOTE_BYTES))
                .build()));
    }

    private JsonObject input() {
        if (given == Given.BLOB) {
            byte[] hash = new byte[32];
            new SplittableRandom(1).nextBytes(hash);
            return JsonObject.of(
                    "task",
                    JsonObject.of(
                            "$blob",
                            JsonObject.builder()
                                    .put("sha256", HexFormat.of().formatHex(hash))
                                    .put("bytes", taskBytes)
                                    .put("type", "text/plain")
                                    .build()));
        }
        return JsonObject.of(
                "task",
                JsonArray.copyOf(IntStream.range(0, calls)
                        .mapToObj(part -> Json.of(text(-1 - part, taskBytes / calls)))
                        .toList()));
    }

    private static String text(int seed, int bytes) {
        return Claims.text(new SplittableRandom(seed), bytes);
    }

    private JsonObject blueprint() {
        boolean parts = given == Given.PARTS;
        return (JsonObject) JsonReader.parse("""
                {
                  "apiVersion": "patchboard/v1",
                  "name": "calls",
                  "state": {
                    "initial": {"task": {"$input": "/task"}, "notes": []},
                    "schema": {
                      "type": "object",
                      "required": ["task", "notes"],
                      "properties": {"task": %1$s, "notes": {"type": "array", "items": {"type": "string"}}}
                    }
                  },
                  "workers": {
                    "%2$s": {
                      "read": ["%3$s", "/notes/*"],
                      "write": [{"op": ["add"], "path": "/notes/-"}],
                      "maxConcurrent": 1
                    }
                  },
                  "rules": [%4$s]
                }
                """.formatted(
                        parts ? "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}" : "{\"$blob\": {}}",
                        WORKER,
                        parts ? "/task/*" : "/task",
                        (parts
                                        ? "{\"name\": \"read\", \"on\": {\"event\": \"created\"}, \"forEach\": \"/task/*\","
                                                + " \"invoke\": \"%1$s\"}"
                                        : "{\"name\": \"first\", \"on\": {\"event\": \"created\"}, \"invoke\": \"%1$s\"},"
                                                + " {\"name\": \"next\", \"on\": {\"op\": [\"add\"], \"path\": \"/notes/*\"},"
                                                + " \"when\": \"size(state.notes) < %2$d\", \"invoke\": \"%1$s\"}")
                                .formatted(WORKER, calls)));
    }
}
