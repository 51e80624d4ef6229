package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Latencies;
import io.patchboard.bench.service.OpenLoop;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * From the proposal to the commit that a reader sees, against the commit interval; and what that costs in throughput.
 */
@Command(
        name = "latency",
        description = "Time from a proposal to its commit, and throughput, against the commit interval.",
        mixinStandardHelpOptions = true)
final class LatencyCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;
    private static final int BOARDS = 1_000;
    private static final int PLAIN_BYTES = 1_000;
    private static final int OPEN_TURNS = 3;

    private final Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);

    @Mixin
    private ResultOptions options;

    @Mixin
    private RoundOptions rounds;

    @Option(
            names = "--intervals",
            split = ",",
            defaultValue = "1,5,10,25,50,100",
            description = "Commit intervals in ms; poll.ms is the same (default: ${DEFAULT-VALUE}).")
    private List<Integer> intervals;

    @Option(
            names = "--samples",
            defaultValue = "500",
            description = "Proposals for each interval, one at a time (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--open-seconds",
            defaultValue = "20",
            description = "Of each turn of arrivals at half of the maximal rate (default: ${DEFAULT-VALUE}).")
    private double openSeconds;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("latency");
        try (Rig rig = Rig.start(!options.quick())) {
            asShipped(rig, results);
            for (int interval : options.quick() ? List.<Integer>of() : intervals) {
                compare(rig, interval, results);
            }
        }
        results.save();
        return 0;
    }

    /** The settings as they are shipped; a third side commits each 5 ms. */
    private void asShipped(Rig rig, Results results) {
        try (Side kernel = rig.kernel("kernel.");
                Side plain = rig.plain("plain.", PLAIN_BYTES, Map.of());
                Side paced = rig.pacedPlain("paced.", PLAIN_BYTES)) {
            Map<String, String> at = Map.of("commitIntervalMs", "product");
            List<List<Side.Turn>> turns = compare(List.of(kernel, plain, paced), at, results);
            openLoop(List.of(kernel, paced), turns.get(0), turns.get(2), at, results);
        }
    }

    /**
     * A third side writes the same and decides nothing, which bounds what deciding faster can bring.
     *
     * @param interval the commit interval in milliseconds
     */
    private void compare(Rig rig, int interval, Results results) {
        String millis = Integer.toString(interval);
        Map<String, String> overrides = Map.of("commit.interval.ms", millis, "poll.ms", millis);
        try (Side kernel = rig.kernel("kernel" + millis + ".", overrides);
                Side plain = rig.plain("plain" + millis + ".", PLAIN_BYTES, overrides);
                Side same = rig.sameWrites("same" + millis + ".", BoardKind.CLAIMS, BOARD_BYTES, overrides)) {
            compare(List.of(kernel, plain, same), Map.of("commitIntervalMs", millis), results);
        }
    }

    /** The first is the kernel. */
    private List<List<Side.Turn>> compare(List<Side> sides, Map<String, String> at, Results results) {
        sides.get(0).createBoards(proposals, 0, boards());
        List<Rounds.Contender> contenders = sides.stream()
                .map(side -> Rounds.Contender.of(side, boards(), proposals::steady))
                .toList();
        // Throughput first: it warms up what latency is measured of.
        Map<Rounds.Contender, List<Side.Turn>> taken =
                rounds.rounds(options.quick()).run(contenders);
        Reports.throughput(taken, at, results);
        List<List<Side.Turn>> turns = contenders.stream().map(taken::get).toList();
        for (int i = 1; i < sides.size(); i++) {
            Reports.ratio(turns.get(0), sides.get(i).name(), turns.get(i), at, results);
        }
        Latencies latencies = new Latencies(options.quick() ? 5 : samples);
        for (Side side : sides) {
            latencies.measure(side, boards(), proposals::steady).report(side.name(), at, results);
        }
        return turns;
    }

    /** At half of the rate that each of two sides had as its most, in turns. */
    private void openLoop(
            List<Side> sides, List<Side.Turn> first, List<Side.Turn> second, Map<String, String> at, Results results) {
        List<OpenLoop> loops = Stream.of(first, second)
                .map(turns -> OpenLoop.atHalfOf(turns, options.quick() ? 0.5 : openSeconds))
                .toList();
        List<Latencies.Times> times = new ArrayList<>(List.of(Latencies.NONE, Latencies.NONE));
        for (int turn = 0; turn < (options.quick() ? 1 : OPEN_TURNS); turn++) {
            for (int i = 0; i < sides.size(); i++) {
                Side side = sides.get(i);
                times.set(i, times.get(i).and(loops.get(i).measure(side, side.proposals(boards(), proposals::steady))));
            }
        }
        for (int i = 0; i < sides.size(); i++) {
            String name = sides.get(i).name();
            results.add(Measurement.once(
                    name, "open loop rate", at, "1/s", loops.get(i).perSecond()));
            times.get(i).report(name, "open loop latency", at, results);
        }
    }

    private int boards() {
        return options.quick() ? 10 : BOARDS;
    }
}
