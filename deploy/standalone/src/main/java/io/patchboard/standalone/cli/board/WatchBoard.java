package io.patchboard.standalone.cli.board;

import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.Ending;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import io.patchboard.standalone.screen.Tally;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code board watch}. */
@Command(
        name = "watch",
        description = {
            "Looks on at a board as \"run\" does: its entries go to stderr as they come, at its end the result to stdout.",
            "Exit code 0: completed; 2: halted or cancelled. Ctrl-C leaves the board as it is."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board watch review-7"})
final class WatchBoard implements Callable<Integer> {

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Look on no longer than this.")
    private Optional<Duration> timeout = Optional.empty();

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = options.output();
        Screen screen = new Screen(spec.commandLine().getErr(), output.look());
        EntryPrinter printer = new EntryPrinter(output.look(), EntryPrinter.Time.UTC);
        Tally tally = new Tally();
        Optional<LogEntry> end;
        try (Cluster cluster = source.connect();
                Pulse pulse = Pulse.start(screen, tally::line)) {
            Watch watch = new Watch(boardId, next -> {
                tally.count(next.entry());
                show(next, output, screen, printer);
            });
            end = watch.follow(
                    cluster, timeout.map(Follow.FROM_BEGINNING::within).orElse(Follow.FROM_BEGINNING));
        }
        return end.map(last -> Ending.show(last, tally, output))
                .orElseThrow(() -> CliException.failed("Expected board " + boardId + " to end"
                        + timeout.map(limit -> " within " + Durations.spoken(limit))
                                .orElse("")
                        + ", but it has not. It is as it was."));
    }

    private static void show(LogRecord next, Output output, Screen screen, EntryPrinter printer) {
        if (output.isJson()) {
            output.item(next.entry().toJson());
        } else {
            screen.print(printer.lines(next.entry()));
        }
    }
}
