package io.patchboard.bench.load;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Boards that are done after so many steps, one after the other, of a worker that has nothing to think about. */
public final class Steps implements Load {

    /** Who takes a step: it adds to {@code /steps}. */
    public static final String WORKER = "step";

    private static final String DONE = "\"type\":\"BoardCompleted\"";

    private final String commands;
    private final JsonObject blueprint;
    private final AtomicInteger boards = new AtomicInteger();

    /** @param prefix of the kernel's topics */
    public Steps(String prefix, int steps) {
        this.commands = new Topics(prefix).commands();
        this.blueprint = (JsonObject) JsonReader.parse("""
                {
                  "apiVersion": "patchboard/v1",
                  "name": "steps",
                  "state": {
                    "initial": {"steps": []},
                    "schema": {
                      "type": "object",
                      "required": ["steps"],
                      "properties": {"steps": {"type": "array", "items": {"type": "string"}}}
                    }
                  },
                  "workers": {
                    "%1$s": {"kind": "program", "read": ["/steps"], "write": [{"op": ["add"], "path": "/steps/-"}]}
                  },
                  "rules": [
                    {"name": "first", "on": {"event": "created"}, "invoke": "%1$s"},
                    {
                      "name": "next",
                      "on": {"op": ["add"], "path": "/steps/*"},
                      "when": "size(state.steps) < %2$d",
                      "invoke": "%1$s"
                    }
                  ],
                  "complete": {"when": "size(state.steps) >= %2$d"}
                }
                """.formatted(WORKER, steps));
    }

    @Override
    public ProducerRecord<byte[], byte[]> next(int number) {
        int board = boards.getAndIncrement();
        CreateBoard command = new CreateBoard("create-" + board, Proposals.boardId(board), blueprint, JsonObject.EMPTY);
        return new ProducerRecord<>(
                commands, Proposals.key(board), command.toJson().toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isOutcome(ConsumerRecord<byte[], byte[]> seen) {
        return isCompleted(seen);
    }

    /** Whether it says that a board is completed. */
    static boolean isCompleted(ConsumerRecord<byte[], byte[]> entry) {
        return new String(entry.value(), StandardCharsets.UTF_8).contains(DONE);
    }
}
