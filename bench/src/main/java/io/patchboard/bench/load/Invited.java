package io.patchboard.bench.load;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The same proposals as {@link Proposals}, of a worker that is invited to each of them, by a rule, with a view. */
public final class Invited {

    private static final int VIEW_CHARS = 2_000;
    private static final String INVOCATION = "\"invocationId\":\"";

    private final Claims claims;
    private final JsonObject state;
    private final int count;
    private final JsonObject blueprint;

    public Invited(int boardBytes) {
        this.claims = new Claims(Shape.LIST, boardBytes, Claims.LONG_QUOTE);
        this.state = claims.state();
        this.count = Claims.count(state);
        JsonObject uninvited = ClaimsBlueprint.of(Shape.LIST);
        JsonObject workers = object(uninvited, "workers");
        JsonObject worker = object(workers, ClaimsBlueprint.WORKER)
                .with("unsolicited", JsonReader.parse("false"))
                .with("view", JsonReader.parse("{\"maxChars\": " + VIEW_CHARS + "}"));
        this.blueprint = uninvited
                .with("workers", workers.with(ClaimsBlueprint.WORKER, worker))
                .with("budgets", JsonReader.parse("{\"invocations\": 100000}"))
                .with("rules", JsonReader.parse("""
                        [
                          {"name": "first", "on": {"event": "created"}, "invoke": "%1$s"},
                          {
                            "name": "next",
                            "on": {"op": ["replace"], "path": "/claims/*/value"},
                            "when": "item.startsWith('revised')",
                            "invoke": "%1$s"
                          }
                        ]
                        """.formatted(ClaimsBlueprint.WORKER)));
    }

    private static JsonObject object(JsonObject parent, String name) {
        return (JsonObject) parent.get(name).orElseThrow();
    }

    /** The command that creates a board, which invites its worker at once. */
    public byte[] create(int board) {
        CreateBoard command = new CreateBoard("create-" + board, Proposals.boardId(board), blueprint, state);
        return command.toJson().toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The answer to an invitation. */
    public byte[] answer(ConsumerRecord<byte[], byte[]> invited, int round) {
        return Proposals.proposal(
                text(invited.key()), ClaimsBlueprint.WORKER, round, invocation(invited), claims.steady(round, count));
    }

    /** The member of a proposal that names the invocation that it answers. */
    static String invocation(ConsumerRecord<byte[], byte[]> invited) {
        String entry = text(invited.value());
        int begin = entry.indexOf(INVOCATION);
        int end = begin < 0 ? -1 : entry.indexOf('"', begin + INVOCATION.length());
        if (end < 0) {
            throw new IllegalArgumentException("Expected an invitation, but got " + entry);
        }
        return entry.substring(begin, end + 1) + ",";
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
