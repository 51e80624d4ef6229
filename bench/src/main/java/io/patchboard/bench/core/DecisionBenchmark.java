package io.patchboard.bench.core;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.log.Decision;
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

    private final RecordEncoder encoder = RecordEncoder.json();
    private LiveBoard board;

    @Setup(Level.Trial)
    public void prepare(StateSize size) {
        board = new LiveBoard(size.shape, size.state());
        // The first commit is not of the kind that is measured: it may have to look at all of the state.
        board.commit(LiveBoard.proposal("first", size.nextPatch()));
    }

    /** From the record's bytes to the log entries. */
    @Benchmark
    public Decision decide(StateSize size) {
        return board.decide(LiveBoard.proposal("p", size.nextPatch()));
    }

    /** From the record's bytes to the bytes of the log entries. */
    @Benchmark
    public void decideAndEncode(StateSize size, Blackhole result) {
        LiveBoard.consume(board.decide(LiveBoard.proposal("p", size.nextPatch())), encoder, result);
    }
}
