package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateHistory;
import io.patchboard.json.Json;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code board state}. */
@Command(
        name = "state",
        description = "Prints the state of a board as JSON, now or as it was at a version.",
        footer = {"", "Example:", "  patchboard board state review-7 --version 4"})
final class ShowState implements Callable<Integer> {

    @Mixin
    private LoggedBoard board;

    /** The standard options would take {@code --version} for themselves. */
    @SuppressWarnings("unused") // picocli acts on it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    @Option(names = "--version", paramLabel = "N", description = "The version; the newest where left out.")
    private Optional<Long> version = Optional.empty();

    @Override
    public Integer call() {
        Output output = board.output();
        StateHistory history = board.history(output);
        output.document(at(history, version.orElse(history.last())));
        return ExitCodes.OK;
    }

    /** @throws CliException naming the versions that there are */
    static Json at(StateHistory history, long version) {
        return boardAt(history, version).state();
    }

    /** @throws CliException naming the versions that there are */
    static Board boardAt(StateHistory history, long version) {
        return history.board(version).orElseThrow(() -> CliException.failed(noVersion(history, version)));
    }

    static String noVersion(StateHistory history, long version) {
        return "Expected a version from " + history.first() + " to " + history.last() + " of board \""
                + history.projection().board().id() + "\", but got " + version + ".";
    }
}
