package io.patchboard.bench.core;

import io.patchboard.bench.load.ClaimsBlueprint;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Decision;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.InvocationIds;
import io.patchboard.kernel.decide.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.registry.WriterSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The kernel's whole decision about one proposal: all stages, the log entry with its hashes, and the next board. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class DecisionBenchmark {

    private static final String BOARD = "bench";
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS, WriterSchemas.none()));
    private final RecordEncoder encoder = RecordEncoder.json();
    private final Decider decider =
            new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    private Board board;

    @Setup(Level.Trial)
    public void prepare(StateSize size) {
        CreateBoard create = new CreateBoard("create", BOARD, ClaimsBlueprint.of(size.shape), size.state());
        board = decider.decide(
                        Board.absent(BOARD), new Input.Commanded(create, JsonObject.EMPTY), new NothingYet(), TIME)
                .board();
        // The first commit is not of the kind that is measured: it may have to look at all of the state.
        board = decide(read(size)).board();
    }

    @Benchmark
    public Decision decide(StateSize size) {
        return decide(read(size));
    }

    /** The same, from the record's bytes to the bytes of the log entries. */
    @Benchmark
    public void decideAndEncode(StateSize size, Blackhole result) {
        Decision decision = decide(read(size));
        result.consume(decision.board());
        for (LogEntry entry : decision.entries()) {
            result.consume(encoder.encode(entry));
        }
    }

    private Input read(StateSize size) {
        String proposal = "{\"proposalId\":\"p\",\"boardId\":\"" + BOARD + "\",\"worker\":\"" + ClaimsBlueprint.WORKER
                + "\",\"patch\":" + new String(size.nextPatch(), StandardCharsets.UTF_8) + "}";
        byte[] record = proposal.getBytes(StandardCharsets.UTF_8);
        return inputs.read(false, BOARD.getBytes(StandardCharsets.UTF_8), record, 0)
                .input();
    }

    private Decision decide(Input input) {
        Decision decision = decider.decide(board, input, new NothingYet(), TIME);
        if (!(decision.entries().get(0) instanceof PatchCommitted)) {
            throw new IllegalStateException("Expected a commit, but got " + decision.entries());
        }
        return decision;
    }

    private static final class NothingYet implements History {

        @Override
        public boolean knowsProposal(String proposalId) {
            return false;
        }

        @Override
        public boolean knowsCommand(String commandId) {
            return false;
        }

        @Override
        public InvocationEnd endOf(String invocationId) {
            return InvocationEnd.NONE;
        }
    }
}
