package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateDiff;
import io.patchboard.client.board.StateHistory;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.StepLine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board diff}. */
@Command(
        name = "diff",
        description = {
            "Prints what differs between two versions of a board's state: + added, - removed, ~ changed.",
            "With --json it is the JSON Patch (RFC 6902) that makes the one from the other."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board diff review-7 3 9"})
final class DiffStates implements Callable<Integer> {

    @Mixin
    private LoggedBoard board;

    @Parameters(index = "1", paramLabel = "A", description = "The version to start from.")
    private long from;

    @Parameters(index = "2", paramLabel = "B", description = "The version to arrive at; it may be the older one.")
    private long to;

    @Override
    public Integer call() {
        Output output = board.output();
        StateHistory history = board.history(output);
        StateDiff diff = StateDiff.between(ShowState.at(history, from), ShowState.at(history, to));
        if (output.isJson()) {
            output.document(diff.patch());
        } else {
            diff.steps().forEach(step -> output.line(StepLine.of(step, output.look())));
        }
        return ExitCodes.OK;
    }
}
