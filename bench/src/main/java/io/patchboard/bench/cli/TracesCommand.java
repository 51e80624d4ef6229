package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
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
 * What traces cost a kernel. Spans are made and go to nobody, as what they cost whoever receives them is not the
 * kernel's.
 */
@Command(
        name = "traces",
        description = "What traces cost: a kernel with them against one without, on the same broker.",
        mixinStandardHelpOptions = true)
final class TracesCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;
    private static final int BOARDS = 1_000;

    @Mixin
    private ResultOptions options;

    @Mixin
    private ThroughputOptions throughput;

    @Option(
            names = "--share",
            defaultValue = "0.01",
            description = "Of boards whose spans are made (default: ${DEFAULT-VALUE}).")
    private double share;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("traces");
        Map<String, String> tracing = Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:9",
                "OTEL_TRACES_SAMPLER",
                "parentbased_traceidratio",
                "OTEL_TRACES_SAMPLER_ARG",
                Double.toString(share));
        int boards = options.quick() ? 10 : BOARDS;
        Proposals proposals = Proposals.ofOneKilobyte(options.quick() ? 2_000 : BOARD_BYTES);
        try (Rig rig = Rig.start(!options.quick());
                Side traced = rig.kernel("traced.", tracing);
                Side without = rig.kernel("untraced.")) {
            traced.createBoards(proposals, 0, boards);
            without.createBoards(proposals, 0, boards);
            throughput.warmUp(List.of(traced, without), boards, proposals, options.quick());
            report(throughput.turns(List.of(traced, without), boards, proposals, options.quick()), results);
        }
        results.save();
        return 0;
    }

    private void report(List<List<Side.Turn>> turns, Results results) {
        Map<String, String> at = Map.of("share", Double.toString(share));
        Reports.throughput("patchboard, traced", turns.get(0), at, results);
        Reports.throughput("patchboard", turns.get(1), at, results);
        results.add(Measurement.of(
                "patchboard, traced", "ratio to none", at, "times", Rounds.ratios(turns.get(0), turns.get(1))));
    }
}
