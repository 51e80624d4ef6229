package io.patchboard.bench.fuzz;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ResumeBoard;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;

/** Makes records without end: good ones, good ones with damage, good ones again, and garbage. */
final class FuzzRecords {

    /** Old boards give way to new ones, since most end early. */
    private static final int BOARDS_AT_ONCE = 12;

    private static final int MOST_REMEMBERED = 200;

    private final Random random;
    private final Damage damage;
    private final Queue<Invocation> open;
    private final List<Fuzzed> sent = new ArrayList<>();
    private final RecordEncoder avro = RecordEncoder.avro();
    private int boards;
    private int ids;

    /** @param open invocations that may be answered; taken from it as they are */
    FuzzRecords(long seed, Queue<Invocation> open) {
        this.random = new Random(seed);
        this.damage = new Damage(random);
        this.open = open;
    }

    Fuzzed next() {
        if (!sent.isEmpty() && random.nextInt(12) == 0) {
            return sent.get(random.nextInt(sent.size()));
        }
        BoardRecord record = record();
        byte[] key = random.nextInt(40) == 0 ? oddKey() : record.boardId().getBytes(StandardCharsets.UTF_8);
        Fuzzed next = new Fuzzed(isCommand(record) != (random.nextInt(60) == 0), key, value(record));
        if (sent.size() < MOST_REMEMBERED) {
            sent.add(next);
        } else {
            sent.set(random.nextInt(MOST_REMEMBERED), next);
        }
        return next;
    }

    private static boolean isCommand(BoardRecord record) {
        return !(record instanceof PatchProposal);
    }

    private byte[] oddKey() {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> new byte[] {(byte) 0xFF, 0};
            case 2 -> "!partition-0".getBytes(StandardCharsets.UTF_8);
            default -> board().getBytes(StandardCharsets.UTF_8);
        };
    }

    private byte[] value(BoardRecord record) {
        // Few boards would be made if their commands were damaged as often as the rest.
        int kind = random.nextInt(record instanceof CreateBoard ? 55 : 100);
        byte[] json = record.toJson().toString().getBytes(StandardCharsets.UTF_8);
        if (kind < 50) {
            return random.nextInt(3) == 0 ? avro.encode(record) : json;
        }
        if (kind < 80) {
            return damage.values(record.toJson()).getBytes(StandardCharsets.UTF_8);
        }
        if (kind < 99) {
            return damage.bytes(random.nextBoolean() ? avro.encode(record) : json);
        }
        return null;
    }

    private BoardRecord record() {
        if (boards == 0 || random.nextInt(60) == 0) {
            int board = boards++;
            return new CreateBoard(id("c"), boardId(board), FuzzBoards.blueprint(board), JsonObject.EMPTY);
        }
        return switch (random.nextInt(50)) {
            case 0 -> new PauseBoard(id("c"), board(), Optional.empty());
            case 1, 2 -> new ResumeBoard(id("c"), board(), Optional.empty());
            case 3 -> new CancelBoard(id("c"), board(), Optional.empty());
            default -> proposal();
        };
    }

    private PatchProposal proposal() {
        Invocation invocation = random.nextInt(3) == 0 ? open.poll() : null;
        List<String> patches = invocation == null ? FuzzBoards.PATCHES : FuzzBoards.ANSWERS;
        Json patch = JsonReader.parse(
                patches.get(random.nextInt(patches.size())).replace('\'', '"').replace("#", Integer.toString(ids)));
        return new PatchProposal(
                id("p"),
                invocation == null ? board() : invocation.boardId(),
                invocation == null ? FuzzBoards.WRITER : invocation.worker(),
                Optional.ofNullable(invocation).map(Invocation::invocationId),
                patch,
                Optional.empty(),
                random.nextInt(30) == 0 ? Optional.of("could not") : Optional.empty());
    }

    private String board() {
        return random.nextInt(50) == 0
                ? "nobody-made-" + random.nextInt(1_000_000)
                : boardId(Math.max(0, boards - 1 - random.nextInt(BOARDS_AT_ONCE)));
    }

    private static String boardId(int board) {
        return "fuzz-" + board;
    }

    private String id(String kind) {
        return kind + "-" + ids++;
    }
}
