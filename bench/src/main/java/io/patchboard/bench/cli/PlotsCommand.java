package io.patchboard.bench.cli;

import io.patchboard.bench.plot.Plots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Draws the pictures of the documents. */
@Command(
        name = "plots",
        description = "Draws the pictures of docs/performance.md from the results. Needs some font to be installed.",
        mixinStandardHelpOptions = true)
final class PlotsCommand implements Callable<Integer> {

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--images",
            paramLabel = "DIR",
            defaultValue = "docs/img",
            description = "Where the pictures go (default: ${DEFAULT-VALUE}).")
    private Path images;

    @Option(names = "--format", defaultValue = "svg", description = "svg or png (default: ${DEFAULT-VALUE}).")
    private String format;

    @Override
    public Integer call() throws IOException {
        System.setProperty("java.awt.headless", "true");
        new Plots(options.dir(), images).draw(format).forEach(System.out::println);
        return 0;
    }
}
