package io.patchboard.bench.cli;

import io.patchboard.bench.core.CoreBenchmark;
import io.patchboard.bench.core.ProcessorTime;
import io.patchboard.bench.load.Shape;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the JMH benchmarks of the core and its peers. */
@Command(
        name = "core",
        description = "What one commit costs in memory: ours, the naive kernel, LangGraph4j (JMH, average time).",
        mixinStandardHelpOptions = true)
final class CoreCommand implements Callable<Integer> {

    private static final int QUICK_MILLIS = 20;

    /** What the collector's profiler calls the bytes that an operation leaves. */
    private static final String GARBAGE = "gc.alloc.rate.norm";

    private static final Map<String, String> SIDES = Map.of(
            "CoreBenchmark", "patchboard",
            "DecisionBenchmark", "decision",
            "InvitedBenchmark", "decision, invited",
            "ScatteredBenchmark", "decision, scattered",
            "ReviewBenchmark", "review",
            "NaiveBenchmark", "naive",
            "SchemaBenchmark", "validation",
            "LangGraphBenchmark", "langgraph4j");

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Benchmarks to run, for instance CoreBenchmark.commit.")
    private Optional<String> only = Optional.empty();

    @Option(names = "--shape", description = "Only states of this shape: ${COMPLETION-CANDIDATES}.")
    private Optional<Shape> shape = Optional.empty();

    @Option(names = "--bytes", split = ",", description = "Only states of these sizes.")
    private List<Integer> bytes = List.of();

    @Option(
            names = "--forks",
            defaultValue = "2",
            description = "JVMs for each benchmark (default: ${DEFAULT-VALUE}); 1 is a first look.")
    private int forks;

    @Option(
            names = "--millis",
            defaultValue = "1000",
            description = "Length of each of 3 warm-up and 5 measured iterations (default: ${DEFAULT-VALUE}).")
    private int millis;

    @Option(
            names = "--threads",
            defaultValue = "1",
            description = "Threads that do the same at once, each on its own (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--prof", paramLabel = "PROFILER", description = "A profiler of JMH, for instance gc or stack.")
    private List<String> profilers = List.of();

    @Override
    public Integer call() throws RunnerException, IOException {
        Results results = options.results("core");
        Options jmh = jmhOptions().build();
        Collection<RunResult> runs = new Runner(jmh).run();
        runs.forEach(run -> report(run, results));
        results.save();
        return runs.isEmpty() ? 1 : 0;
    }

    private ChainedOptionsBuilder jmhOptions() {
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include(CoreBenchmark.class.getPackageName().replace(".", "\\.") + "\\." + only.orElse(".*"))
                .shouldFailOnError(true)
                .addProfiler(ProcessorTime.class)
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xmx4g", "-XX:+UseG1GC");
        shape.ifPresent(one -> jmh.param("shape", one.name()));
        if (!bytes.isEmpty()) {
            jmh.param("bytes", bytes.stream().map(String::valueOf).toArray(String[]::new));
        }
        profilers.forEach(profiler -> jmh.addProfiler(profiler.split(":", 2)[0], options(profiler)));
        return options.quick() ? quick(jmh) : inEarnest(jmh);
    }

    private static String options(String profiler) {
        String[] parts = profiler.split(":", 2);
        return parts.length == 2 ? parts[1] : "";
    }

    private ChainedOptionsBuilder inEarnest(ChainedOptionsBuilder jmh) {
        return jmh.forks(forks)
                .threads(threads)
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(millis))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(millis));
    }

    /** In this JVM, because starting another takes longer than all that is done in it. */
    private static ChainedOptionsBuilder quick(ChainedOptionsBuilder jmh) {
        // JMH lets only one run on a machine, so as not to be disturbed.
        System.setProperty("jmh.ignoreLock", "true");
        return jmh.forks(0)
                .verbosity(VerboseMode.SILENT)
                .param("bytes", "1000", "10000")
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(QUICK_MILLIS));
    }

    /** Time on the clock, processor time, and bytes that were allocated. */
    private static void report(RunResult run, Results results) {
        BenchmarkParams params = run.getParams();
        String[] name = params.getBenchmark().split("\\.");
        String side = SIDES.get(name[name.length - 2]);
        String what = name[name.length - 1];
        Map<String, String> at = new TreeMap<>();
        params.getParamsKeys().forEach(key -> at.put(key, params.getParam(key)));
        List<IterationResult> iterations = run.getBenchmarkResults().stream()
                .map(BenchmarkResult::getIterationResults)
                .flatMap(Collection::stream)
                .toList();
        results.add(Measurement.of(side, what, at, "us/op", scores(iterations, IterationResult::getPrimaryResult)));
        results.add(Measurement.of(
                side,
                what + " cpu",
                at,
                "us/op",
                scores(iterations, one -> one.getSecondaryResults().get(ProcessorTime.LABEL))));
        results.add(Measurement.of(
                side,
                what + " garbage",
                at,
                "B/op",
                scores(iterations, one -> one.getSecondaryResults().get(GARBAGE))));
    }

    private static List<Double> scores(List<IterationResult> iterations, Function<IterationResult, Result<?>> result) {
        return iterations.stream().map(one -> result.apply(one).getScore()).toList();
    }
}
