package io.patchboard.bench.core;

import io.patchboard.bench.load.Claims;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonLimits;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
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

    private final RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
    private final Blueprints blueprints = new Blueprints();
    private final List<byte[]> log = new ArrayList<>();
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
        LiveBoard logged = new LiveBoard(size.shape, size.state());
        record(logged.created());
        Claims claims = new Claims(size.shape, size.bytes, Claims.SHORT_QUOTE);
        int count = Claims.count(size.state());
        for (int i = 0; i < COMMITS; i++) {
            byte[] patch = claims.steady(i, count).getBytes(StandardCharsets.UTF_8);
            record(logged.commit(LiveBoard.proposal("p-" + i, patch)));
        }
    }

    private void record(Decision decision) {
        decision.entries().forEach(entry -> log.add(CanonicalJson.bytesInOrder(entry.toJson())));
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

    /** The replay of a log from its bytes, for each of its commits: all checks of {@code --verify --decide}. */
    @Benchmark
    @OperationsPerInvocation(COMMITS)
    public BoardReplay replay() throws DecodeException, RegistryUnavailableException {
        BoardReplay replay =
                new BoardReplay(LiveBoard.ID, new Applier(blueprints), new Review(Limits.DEFAULT, blueprints));
        for (byte[] entry : log) {
            replay.accept(decoder.decodeAnyEntry(entry));
        }
        if (!replay.differences().isEmpty() || replay.asked() < COMMITS) {
            throw new IllegalStateException("Expected all to be asked and right, but got " + replay.differences());
        }
        return replay;
    }
}
