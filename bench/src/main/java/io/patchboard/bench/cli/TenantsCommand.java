package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Flood;
import io.patchboard.bench.service.Latencies;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What one tenant notices of another's flood, with and without a quota of Kafka's. */
@Command(
        name = "tenants",
        description = "Time from a proposal to its commit of one tenant, while another floods the same broker.",
        mixinStandardHelpOptions = true)
final class TenantsCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;
    private static final int BOARDS = 100;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--samples",
            defaultValue = "300",
            description = "Proposals of the quiet tenant, one at a time (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--quota",
            paramLabel = "BYTES",
            defaultValue = "100000",
            description = "Bytes a second that the flood may write (default: ${DEFAULT-VALUE}).")
    private long quota;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("tenants");
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        int boards = options.quick() ? 5 : BOARDS;
        Latencies latencies = new Latencies(options.quick() ? 5 : samples);
        try (Rig rig = Rig.start(!options.quick());
                Side quiet = rig.kernel("quiet.")) {
            quiet.createBoards(proposals, 0, boards);
            // What compiles the code of the kernel is not counted.
            latencies.measure(quiet, boards, proposals::steady);
            latencies.measure(quiet, boards, proposals::steady).report(quiet.name(), at("none"), results);
            flooded(rig, quiet, latencies, boards, OptionalDouble.of((double) quota), "under quota", results);
            latencies.measure(quiet, boards, proposals::steady).report(quiet.name(), at("none, after it"), results);
            flooded(rig, quiet, latencies, boards, OptionalDouble.empty(), "without quota", results);
        }
        results.save();
        return 0;
    }

    private static void flooded(
            Rig rig, Side quiet, Latencies latencies, int boards, OptionalDouble quota, String flood, Results results) {
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        try (Side other = rig.kernel(flood.replace(' ', '-') + ".")) {
            other.createBoards(proposals, 0, boards);
            try (Flood running = Flood.start(rig, other, boards, proposals::steady, quota)) {
                long begin = System.nanoTime();
                latencies.measure(quiet, boards, proposals::steady).report(quiet.name(), at(flood), results);
                double seconds = (System.nanoTime() - begin) / 1e9;
                results.add(Measurement.once("flood", "taken by Kafka", at(flood), "1/s", running.sent() / seconds));
            }
        }
    }

    private static Map<String, String> at(String flood) {
        return Map.of("flood", flood);
    }
}
