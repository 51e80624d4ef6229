package io.patchboard.standalone.cli.board;

import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.MarkBoard;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code board mark}. */
@CommandLine.Command(
        name = "mark",
        description = {
            "Keeps a board as it is now under a name, so that \"board restore\" can lead back to it.",
            "A board has at most 8 marks; a name that is used again is given to the board of now."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board mark review-7 before-merge --reason \"all sources are read\""})
final class MarkState extends ControlBoard {

    @Parameters(index = "1", paramLabel = "NAME", description = "Of the mark; at most 63 characters, not a number.")
    private String name;

    @Override
    Command command(CommandHeader header, Cluster cluster, Output output) {
        return new MarkBoard(reasoned(header, "marked"), name);
    }
}
