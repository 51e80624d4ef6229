package io.patchboard.bench.cli;

import io.patchboard.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the tables of the documents. */
@Command(
        name = "report",
        description = "Writes the results into docs/performance.md, between its markers.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--document",
            paramLabel = "FILE",
            defaultValue = "docs/performance.md",
            description = "The document (default: ${DEFAULT-VALUE}).")
    private Path document;

    @Override
    public Integer call() throws IOException {
        new Report(options.dir()).into(document);
        return 0;
    }
}
