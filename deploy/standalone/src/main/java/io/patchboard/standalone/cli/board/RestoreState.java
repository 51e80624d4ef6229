package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.Former;
import io.patchboard.client.board.StateHistory;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.RestoreBoard;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code board restore}. */
@CommandLine.Command(
        name = "restore",
        description = {
            "Leads a board back to a mark or a version, by a patch that becomes a version of its own: nothing is erased.",
            "Open invocations are superseded; who was at work then is invited again, and rules see the patch as any commit."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board restore review-7 before-merge --reason \"the merge lost a claim\"",
            "  patchboard board restore review-7 12 --reason \"version 13 was wrong\""
        })
final class RestoreState extends ControlBoard {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    @Parameters(index = "1", paramLabel = "NAME|VERSION", description = "The mark's name, or a version's number.")
    private String target;

    @Override
    Command command(CommandHeader header, Cluster cluster, Output output) {
        reasoned(header, "restored");
        if (!NUMBER.matcher(target).matches()) {
            return new RestoreBoard(header, Optional.of(target), Optional.empty());
        }
        StateHistory history = BoardLog.history(cluster, header.boardId(), output);
        // As the kernel refuses a mark that is not there.
        Board then = history.board(Long.parseLong(target))
                .orElseThrow(() ->
                        new CliException(ExitCodes.REJECTED, ShowState.noVersion(history, Long.parseLong(target))));
        Board now = history.projection().board();
        return new RestoreBoard(
                header.expecting(Optional.of(now.sequence())), Optional.empty(), Optional.of(Former.of(then, now)));
    }
}
