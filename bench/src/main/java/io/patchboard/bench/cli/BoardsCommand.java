package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.Memory;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Throughput and memory against the number of boards, and throughput against the length of one board's log. */
@Command(
        name = "boards",
        description = "Throughput and memory against the number of boards, and against the length of a log.",
        mixinStandardHelpOptions = true)
final class BoardsCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 1_000;

    /** Boards with which a kernel's code gets compiled, before the one whose log is measured. */
    private static final int WARM_UP_BOARDS = 100;

    private static final double MEGABYTE = 1_000_000;

    @Mixin
    private ResultOptions options;

    @Mixin
    private ThroughputOptions throughput;

    @Option(
            names = "--counts",
            split = ",",
            defaultValue = "100,1000,10000,100000,1000000",
            description =
                    "Numbers of boards (default: ${DEFAULT-VALUE}); a million take some ten minutes and 10 GB of disk.")
    private List<Integer> counts;

    @Option(
            names = "--log-lengths",
            split = ",",
            defaultValue = "1000,10000,100000",
            description = "Lengths of the log of one board (default: ${DEFAULT-VALUE}).")
    private List<Integer> lengths;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("boards");
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        try (Rig rig = Rig.start(!options.quick())) {
            byNumber(rig, proposals, results);
            byLength(rig, proposals, results);
        }
        results.save();
        return 0;
    }

    private void byNumber(Rig rig, Proposals proposals, Results results) {
        try (Side kernel = throughput.kernel(rig, "boards.");
                Side plain = throughput.plain(rig)) {
            int boards = 0;
            for (int count : options.quick() ? List.of(20) : counts) {
                Map<String, String> at = Map.of("boards", Integer.toString(count));
                long begin = System.nanoTime();
                kernel.createBoards(proposals, boards, count);
                double seconds = (System.nanoTime() - begin) / 1e9;
                results.add(Measurement.once("patchboard", "boards created", at, "1/s", (count - boards) / seconds));
                if (boards == 0) {
                    throughput.warmUp(List.of(kernel, plain), count, proposals, options.quick());
                }
                boards = count;
                Memory idle = kernel.memory();
                results.add(Measurement.once("patchboard", "heap after gc", at, "MB", idle.heapBytes() / MEGABYTE));
                results.add(Measurement.once("patchboard", "resident", at, "MB", idle.residentBytes() / MEGABYTE));
                throughput.compare(kernel, List.of(plain), count, proposals, options.quick(), at, results);
            }
        }
    }

    /** All on one board, and so on one partition and one thread. */
    private void byLength(Rig rig, Proposals proposals, Results results) {
        try (Side kernel = throughput.kernel(rig, "length.")) {
            kernel.createBoards(proposals, 0, WARM_UP_BOARDS);
            throughput.warmUp(List.of(kernel), WARM_UP_BOARDS, proposals, options.quick());
            kernel.createBoards(proposals, WARM_UP_BOARDS, WARM_UP_BOARDS + 1);
            kernel.beginAt(WARM_UP_BOARDS);
            int before = kernel.sent();
            for (int wanted : options.quick() ? List.of(50) : lengths) {
                int missing = wanted - 1 - (kernel.sent() - before);
                if (missing > 0) {
                    kernel.turn(missing, 1, proposals::steady);
                }
                List<Side.Turn> turns = throughput.turns(kernel, 1, proposals, options.quick());
                Map<String, String> at = Map.of("logLength", Integer.toString(wanted));
                Reports.throughput("patchboard", turns, at, results);
            }
        }
    }
}
