package io.patchboard.bench.core;

import io.patchboard.json.CanonicalJson;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
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

/** What one verdict of a log costs when it is asked again, as {@code replay --verify --decide} and what-if do. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class ReviewBenchmark {

    private static final int COMMITS = 256;

    private final List<LogEntry> commits = new ArrayList<>();
    private LiveBoard board;
    private int round;

    @Setup(Level.Trial)
    public void prepare(StateSize size) {
        board = new LiveBoard(size.shape, size.state());
        board.commit(LiveBoard.proposal("first", size.nextPatch()));
        for (int i = 0; i < COMMITS; i++) {
            commits.add(board.decide(LiveBoard.proposal("p-" + i, size.nextPatch()))
                    .entries()
                    .get(0));
        }
    }

    private LogEntry next() {
        round = (round + 1) % COMMITS;
        return commits.get(round);
    }

    /** The judge alone. */
    @Benchmark
    public Verdict verdict() {
        return board.judgeAgain(next());
    }

    /** With the hash of the entry, and the next board. */
    @Benchmark
    public void verdictHashAndFold(Blackhole result) {
        LogEntry entry = next();
        result.consume(board.judgeAgain(entry));
        result.consume(CanonicalJson.sha256(entry.toJson().without("hash")));
        result.consume(board.fold(entry));
    }
}
