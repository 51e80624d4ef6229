package io.patchboard.bench.cli;

import io.patchboard.bench.load.ModelCalls;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Changelog;
import io.patchboard.bench.service.ClosedLoop;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a board takes on the disk on which a model is called many times over a long task. */
@Command(
        name = "calls",
        description = "Bytes of log and changelog of a board with many calls of a model over a long task.",
        mixinStandardHelpOptions = true)
final class CallsCommand implements Callable<Integer> {

    private static final int BYTES_OF_TOKEN = 4;
    private static final double MEGABYTE = 1e6;

    @Mixin
    private ResultOptions options;

    @Option(names = "--calls", defaultValue = "100", description = "Of the model (default: ${DEFAULT-VALUE}).")
    private int calls;

    @Option(names = "--tokens", defaultValue = "200000", description = "Of the task (default: ${DEFAULT-VALUE}).")
    private int tokens;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("calls");
        try (Rig rig = Rig.start(!options.quick())) {
            for (ModelCalls.Given given : ModelCalls.Given.values()) {
                measure(rig, given, results);
            }
        }
        results.save();
        return 0;
    }

    private void measure(Rig rig, ModelCalls.Given given, Results results) {
        int count = options.quick() ? 5 : calls;
        ModelCalls load = new ModelCalls(given, count, (options.quick() ? 2_000 : tokens) * BYTES_OF_TOKEN);
        String word = given.name().toLowerCase(Locale.ROOT);
        Map<String, String> at = Map.of("task", word, "calls", Integer.toString(count));
        try (Side kernel = rig.invitingKernel("patchboard", word + ".")) {
            // Its last answer is followed by no call.
            ClosedLoop.on(kernel, 1, load::create, load::answer).turn(count - 1);
            long models = IntStream.range(0, count - 1)
                    .mapToLong(round -> load.patch(round).getBytes(StandardCharsets.UTF_8).length)
                    .sum();
            double log = bytes(Changelog.log(rig, kernel));
            double changelog = bytes(Changelog.of(rig, kernel));
            results.add(Measurement.once("patchboard", "log", at, "MB", log / MEGABYTE));
            results.add(Measurement.once("patchboard", "changelog", at, "MB", changelog / MEGABYTE));
            results.add(Measurement.once("patchboard", "written by models", at, "MB", models / MEGABYTE));
            results.add(Measurement.once(
                    "patchboard",
                    "log and changelog beside what models wrote",
                    at,
                    "MB",
                    (log + changelog - models) / MEGABYTE));
        }
    }

    private static double bytes(Changelog topics) {
        return topics.recordBytes(Map.of(), topics.ends()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
