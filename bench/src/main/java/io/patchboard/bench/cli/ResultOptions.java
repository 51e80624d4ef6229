package io.patchboard.bench.cli;

import io.patchboard.bench.result.Results;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where results go, and whether they are in earnest. */
final class ResultOptions {

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "bench/results",
            description = "Directory of the results (default: ${DEFAULT-VALUE}).")
    private Path dir;

    @Option(
            names = "--quick",
            description = "Tiny sizes, seconds in all: shows that the bench runs, and says nothing about speed.")
    private boolean quick;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    Path dir() {
        return dir;
    }

    boolean quick() {
        return quick;
    }

    Results results(String bench) {
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        return new Results(dir, bench, "java -jar bench/target/bench.jar " + String.join(" ", given));
    }
}
