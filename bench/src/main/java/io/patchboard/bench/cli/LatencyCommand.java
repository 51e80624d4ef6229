package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Latencies;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

    @Override
    public Integer call() throws IOException {
        Results results = options.results("latency");
        try (Rig rig = Rig.start(!options.quick())) {
            compare(rig, "product", Map.of(), results);
            for (int interval : options.quick() ? List.<Integer>of() : intervals) {
                Map<String, String> overrides =
                        Map.of("commit.interval.ms", Integer.toString(interval), "poll.ms", Integer.toString(interval));
                compare(rig, Integer.toString(interval), overrides, results);
            }
        }
        results.save();
        return 0;
    }

    /** @param interval the commit interval in milliseconds, or {@code product} for the settings as they are shipped */
    private void compare(Rig rig, String interval, Map<String, String> overrides, Results results) {
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        int boards = options.quick() ? 10 : BOARDS;
        try (Side kernel = rig.kernel("kernel" + interval + ".", overrides);
                Side plain = rig.plain("plain" + interval + ".", 1_000, overrides)) {
            kernel.createBoards(proposals, 0, boards);
            List<Rounds.Contender> contenders = List.of(kernel, plain).stream()
                    .map(side -> new Rounds.Contender(side, boards, proposals::steady))
                    .toList();
            Map<String, String> at = Map.of("commitIntervalMs", interval);
            // Throughput first: it warms up what latency is measured of.
            Reports.throughput(rounds.rounds(options.quick()).run(contenders), at, results);
            Latencies latencies = new Latencies(options.quick() ? 5 : samples);
            for (Side side : List.of(kernel, plain)) {
                latencies.measure(side, boards, proposals::steady).report(side.name(), at, results);
            }
        }
    }
}
