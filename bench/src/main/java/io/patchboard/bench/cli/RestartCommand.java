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
    private static final double GIGABYTE = 1e9;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--counts",
            split = ",",
            defaultValue = "1000,100000",
            description = "Numbers of boards (default: ${DEFAULT-VALUE}).")
    private List<Integer> counts;

    @Option(names = "--kills", defaultValue = "3", description = "For each number (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("restart");
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        // Always in a JVM of its own: nothing else can be killed.
        try (Rig rig = Rig.start(true);
                Side kernel = rig.kernel("kernel.")) {
            Changelog changelog = Changelog.of(rig, kernel);
            int boards = 0;
            for (int count : options.quick() ? List.of(20) : counts) {
                kernel.createBoards(proposals, boards, count);
                boards = count;
                Map<String, String> at = Map.of("boards", Integer.toString(count));
                double gigabytes = changelog.fileBytes() / GIGABYTE;
                results.add(Measurement.once("patchboard", "changelog", at, "GB", gigabytes));
                List<Double> seconds = new ArrayList<>();
                for (int i = 0; i < (options.quick() ? 1 : kills); i++) {
                    seconds.add(kernel.killAndCommit(count, proposals::steady) / 1e9);
                }
                results.add(Measurement.of("patchboard", "first commit after kill", at, "s", seconds));
            }
        }
        results.save();
        return 0;
    }
}
