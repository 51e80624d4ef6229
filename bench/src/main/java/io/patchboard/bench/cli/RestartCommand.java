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

/** From {@code kill -9} of the kernel until it commits again, on the same disk. */
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
            description = "Boards of 10 KB, in a kernel of their own, for what a GB takes (default: ${DEFAULT-VALUE}).")
    private int largeBoards;

    @Option(names = "--kills", defaultValue = "3", description = "For each number (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("restart");
        // Always in a JVM of its own: nothing else can be killed.
        try (Rig rig = Rig.start(true)) {
            measure(rig, "kernel.", BOARD_BYTES, options.quick() ? List.of(20) : counts, Map.of(), results);
            Map<String, String> large = Map.of("boardBytes", Integer.toString(LARGE_BOARD_BYTES));
            measure(rig, "large.", LARGE_BOARD_BYTES, List.of(options.quick() ? 10 : largeBoards), large, results);
        }
        results.save();
        return 0;
    }

    private void measure(
            Rig rig, String prefix, int bytes, List<Integer> growing, Map<String, String> with, Results results)
            throws IOException {
        Proposals proposals = Proposals.ofOneKilobyte(bytes);
        try (Side kernel = rig.kernel(prefix)) {
            Changelog changelog = Changelog.of(rig, kernel);
            int boards = 0;
            for (int count : growing) {
                kernel.createBoards(proposals, boards, count);
                boards = count;
                Map<String, String> at = new TreeMap<>(with);
                at.put("boards", Integer.toString(count));
                double gigabytes = changelog.fileBytes() / GIGABYTE;
                double unpacked = changelog.recordBytes(Map.of(), changelog.ends()).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                results.add(Measurement.once("patchboard", "changelog", at, "GB", gigabytes));
                results.add(Measurement.once("patchboard", "changelog's records", at, "GB", unpacked / GIGABYTE));
                List<Double> seconds = new ArrayList<>();
                for (int i = 0; i < (options.quick() ? 1 : kills); i++) {
                    seconds.add(kernel.killAndCommit(count, proposals::steady) / 1e9);
                }
                results.add(Measurement.of("patchboard", "first commit after kill", at, "s", seconds));
            }
        }
    }
}
