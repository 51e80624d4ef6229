package io.patchboard.standalone.cli.board;

import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.EditBoard;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.PatchFile;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code board edit}. */
@CommandLine.Command(
        name = "edit",
        description = {
            "Changes a board's state by hand. Schema, invariants and budgets are checked as for a worker's proposal; write"
                    + " contracts are not. Rules see it as any commit.",
            "On a paused board, who is to be invited for it waits until the board goes on."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  patchboard board edit review-7 --patch fix.json --reason \"the source was withdrawn\""
        })
final class EditState extends ControlBoard {

    @Option(
            names = "--patch",
            paramLabel = "FILE",
            required = true,
            description = "A JSON Patch (RFC 6902): an array of operations; - reads it from stdin.")
    private String patch;

    @Override
    Command command(CommandHeader header, Cluster cluster, Output output) {
        return new EditBoard(reasoned(header, "edited"), PatchFile.read(patch));
    }
}
