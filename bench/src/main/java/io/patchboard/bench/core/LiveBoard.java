package io.patchboard.bench.core;

import io.patchboard.bench.load.ClaimsBlueprint;
import io.patchboard.bench.load.Shape;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.registry.WriterSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.openjdk.jmh.infra.Blackhole;

/** A board in memory and the kernel that decides about it, without Kafka. */
public final class LiveBoard {

    public static final String ID = "bench";
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    /** What all boards of a kernel have in common: what reads their records, and what decides about them. */
    static final class Engine {

        private final InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS, WriterSchemas.none()));
        private final Decider decider =
                new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    }

    private final Engine engine;
    private final Review review = new Review(Limits.DEFAULT, new Blueprints());
    private final Applier applier = new Applier(new Blueprints());
    private final SeenIds seen = new SeenIds();
    private final String id;
    private final Decision created;
    private Board board;

    public LiveBoard(Shape shape, JsonObject state) {
        this(shape, state, new Engine());
    }

    /** One of several boards of a kernel. */
    LiveBoard(Shape shape, JsonObject state, Engine engine) {
        this.engine = engine;
        id = ID;
        CreateBoard create = new CreateBoard("create", ID, ClaimsBlueprint.of(shape), state);
        created = engine.decider.decide(Board.absent(ID), new Input.Commanded(create, JsonObject.EMPTY), seen, TIME);
        board = created.board();
    }

    /** @param create the record of the command that creates it */
    public LiveBoard(String id, byte[] create) {
        engine = new Engine();
        this.id = id;
        created = engine.decider.decide(Board.absent(id), read(true, create), seen, TIME);
        board = created.board();
    }

    private Input read(boolean command, byte[] record) {
        return engine.inputs
                .read(command, id.getBytes(StandardCharsets.UTF_8), record, 0)
                .input();
    }

    /** What it began with. */
    public Decision created() {
        return created;
    }

    /** A proposal's record. */
    public static byte[] proposal(String proposalId, byte[] patch) {
        String record = "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"" + ID + "\",\"worker\":\""
                + ClaimsBlueprint.WORKER + "\",\"patch\":" + new String(patch, StandardCharsets.UTF_8) + "}";
        return record.getBytes(StandardCharsets.UTF_8);
    }

    /** What the kernel decides, from the record's bytes on; the board stays as it is. */
    public Decision decide(byte[] proposal) {
        Decision decision =
                engine.decider.decide(board, read(false, proposal), seen, TIME.plusMillis(board.sequence()));
        if (!(decision.entries().get(0).event() instanceof PatchCommitted)) {
            throw new IllegalStateException("Expected a commit, but got " + decision.entries());
        }
        return decision;
    }

    /** Makes use of all that a decision comes to: the next board, and the bytes of its entries. */
    static void consume(Decision decision, RecordEncoder encoder, Blackhole result) {
        result.consume(decision.board());
        for (LogEntry entry : decision.entries()) {
            result.consume(encoder.encode(entry));
        }
    }

    /** Decides, and goes on with the board that follows, which does not know the proposal's id. */
    Decision goOn(byte[] proposal) {
        Decision decision = decide(proposal);
        board = decision.board();
        return decision;
    }

    /** Decides, and goes on with the board that follows. */
    public Decision commit(byte[] proposal) {
        Decision decision = goOn(proposal);
        for (LogEntry entry : decision.entries()) {
            seen.remember(entry);
        }
        return decision;
    }

    /** What the kernel's judge says of a commit on this board. */
    Verdict judgeAgain(LogEntry commit) {
        Verdict verdict = review.verdict(board, commit, seen).orElseThrow();
        if (!verdict.commits()) {
            throw new IllegalStateException("Expected a commit, but got " + verdict);
        }
        return verdict;
    }

    /** The board after an entry. */
    Board fold(LogEntry entry) {
        return applier.apply(board, entry);
    }
}
