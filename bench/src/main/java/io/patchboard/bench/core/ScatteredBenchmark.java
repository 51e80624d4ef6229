package io.patchboard.bench.core;

import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.load.Shape;
import io.patchboard.encoding.RecordEncoder;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The decision as a service takes it: records of 1 KB, each for another of so many boards that no cache of the
 * processor holds them, all of one kernel, each with the memory of commits that a board has after some time. Beside one
 * board, which stays there, it tells what memory costs; beside one thread, what two cores share.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class ScatteredBenchmark {

    private static final int RECORDS = 4_096;

    /** More than a board remembers. */
    private static final int COMMITS_BEFORE = 160;

    @Param({"10000"})
    public int bytes;

    @Param({"1", "1000"})
    public int boards;

    private final RecordEncoder encoder = RecordEncoder.json();
    private final SplittableRandom random = new SplittableRandom(1);
    private LiveBoard[] live;
    private byte[][] records;
    private int round;

    @Setup(Level.Trial)
    public void prepare() {
        Proposals proposals = Proposals.ofOneKilobyte(bytes);
        LiveBoard.Engine engine = new LiveBoard.Engine();
        live = Stream.generate(() ->
                        new LiveBoard(Shape.LIST, new Claims(Shape.LIST, bytes, Claims.LONG_QUOTE).state(), engine))
                .limit(boards)
                .toArray(LiveBoard[]::new);
        records = new byte[RECORDS][];
        for (int i = 0; i < RECORDS; i++) {
            records[i] = proposals.steady(LiveBoard.ID, i);
        }
        for (int i = 0; i < COMMITS_BEFORE; i++) {
            for (LiveBoard board : live) {
                board.goOn(records[i]);
            }
        }
    }

    @Benchmark
    public void decideAndEncode(Blackhole result) {
        round = (round + 1) % RECORDS;
        LiveBoard.consume(live[random.nextInt(live.length)].goOn(records[round]), encoder, result);
    }
}
