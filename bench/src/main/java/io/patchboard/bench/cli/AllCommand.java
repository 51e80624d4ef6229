package io.patchboard.bench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * All that the table of targets needs, in the order in which to run it on a machine that does nothing else, each in a
 * JVM of its own. What fails is told at the end, and the others are run all the same.
 */
@Command(
        name = "all",
        description = "All benches of the table of targets, one after the other, most important first.",
        mixinStandardHelpOptions = true)
final class AllCommand implements Callable<Integer> {

    /** The order, most important first. */
    private static final List<List<String>> BENCHES = List.of(
            List.of("service"),
            List.of("latency", "--intervals", "5"),
            List.of("core", "--only", "(Core|Naive|Decision|Invited|Scattered)Benchmark", "--forks", "1"),
            List.of("invited"),
            List.of("gateway"),
            List.of("reviews"),
            List.of("workflows"),
            List.of("calls"),
            List.of("starts"),
            List.of("changelog"),
            List.of("restart"),
            List.of("boards", "--counts", "100,100000,1000000"));

    @Spec
    private CommandSpec spec;

    @Mixin
    private ResultOptions options;

    @Option(names = "--from", paramLabel = "BENCH", description = "The first to run, where some are done already.")
    private String from = BENCHES.get(0).get(0);

    @Option(names = "--list", description = "Only says what it would run.")
    private boolean list;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int begin = BENCHES.stream().map(bench -> bench.get(0)).toList().indexOf(from);
        if (begin < 0) {
            throw new IllegalArgumentException("Expected one of the benches of --list, but got " + from + ".");
        }
        List<String> failed = new ArrayList<>();
        for (List<String> bench : BENCHES.subList(begin, BENCHES.size())) {
            String command = String.join(" ", bench);
            if (list) {
                spec.commandLine().getOut().println(command);
                continue;
            }
            System.out.println("== " + command);
            long start = System.nanoTime();
            if (run(bench) != 0) {
                failed.add(command);
            }
            System.out.println("== " + bench.get(0) + " took "
                    + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
        }
        failed.forEach(
                command -> System.err.println("Expected \"" + command + "\" to work, but it failed; see above."));
        return failed.isEmpty() ? 0 : 1;
    }

    private int run(List<String> bench) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Bench.class.getName()));
        command.addAll(bench);
        command.addAll(List.of("--results", options.dir().toString()));
        if (options.quick()) {
            command.add("--quick");
        }
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
