package io.patchboard.bench.cli;

import io.patchboard.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the tables of the documents. */
@Command(
        name = "report",
        description = "Writes the results into documents, between their markers.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--document",
            paramLabel = "FILE",
            split = ",",
            defaultValue = "docs/performance.md,bench/results/README.md",
            description = "The documents (default: ${DEFAULT-VALUE}).")
    private List<Path> documents;

    @Override
    public Integer call() throws IOException {
        for (Path document : documents) {
            new Report(options.dir()).into(document);
        }
        return 0;
    }
}
