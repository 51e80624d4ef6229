package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Changelog;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * From {@code kill -9} of the kernel until it commits again, on the same disk, and of plain Streams, which stores as
 * much: that is what Kafka takes to have its stores again.
 */
@Command(
        name = "restart",
        description = "Time from a kill -9 of the kernel until the next commit, against the number of boards.",
        mixinStandardHelpOptions = true)
final class RestartCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 1_000;
    private static final int LARGE_BOARD_BYTES = 10_000;
    private static final double GIGABYTE = 1e9;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--counts",
            split = ",",
            defaultValue = "1000,100000",
            description = "Numbers of boards (default: ${DEFAULT-VALUE}).")
    private List<Integer> counts;

    @Option(
            names = "--large-boards",
            defaultValue = "200000",
            description =
                    "Boards of 10 KB, in a kernel of their own and in plain Streams, for what a GB takes (default:"
                            + " ${DEFAULT-VALUE}).")
    private int largeBoards;

    @Option(names = "--kills", defaultValue = "3", description = "For each number (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("restart");
        Map<String, String> large = Map.of("boardBytes", Integer.toString(LARGE_BOARD_BYTES));
        List<Integer> growing = options.quick() ? List.of(20) : counts;
        int most = options.quick() ? 10 : largeBoards;
        Proposals small = Proposals.ofOneKilobyte(BOARD_BYTES);
        Proposals tenfold = Proposals.ofOneKilobyte(LARGE_BOARD_BYTES);
        // Always in a JVM of its own: nothing else can be killed.
        try (Rig rig = Rig.start(true)) {
            try (Side kernel = rig.kernel("kernel.")) {
                int boards = 0;
                for (int count : growing) {
                    kernel.createBoards(small, boards, count);
                    boards = count;
                    measure(rig, kernel, count, small, Map.of(), results);
                }
            }
            try (Side kernel = rig.kernel("large.")) {
                kernel.createBoards(tenfold, 0, most);
                measure(rig, kernel, most, tenfold, large, results);
            }
            try (Side plain = rig.plain("plain.", LARGE_BOARD_BYTES, Map.of())) {
                int few = growing.get(0);
                plain.untilEnd(few, plain.proposals(few, tenfold::steady));
                measure(rig, plain, few, tenfold, Map.of(), results);
                plain.untilEnd(most, plain.proposals(most, tenfold::steady));
                measure(rig, plain, most, tenfold, large, results);
            }
        }
        results.save();
        return 0;
    }

    private void measure(Rig rig, Side side, int boards, Proposals proposals, Map<String, String> with, Results results)
            throws IOException {
        Changelog changelog = Changelog.of(rig, side);
        Map<String, String> at = new TreeMap<>(with);
        at.put("boards", Integer.toString(boards));
        double gigabytes = changelog.fileBytes() / GIGABYTE;
        double unpacked = changelog.recordBytes(Map.of(), changelog.ends()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        results.add(Measurement.once(side.name(), "changelog", at, "GB", gigabytes));
        results.add(Measurement.once(side.name(), "changelog's records", at, "GB", unpacked / GIGABYTE));
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < (options.quick() ? 1 : kills); i++) {
            seconds.add(side.killAndCommit(boards, proposals::steady) / 1e9);
        }
        results.add(Measurement.of(side.name(), "first commit after kill", at, "s", seconds));
    }
}
