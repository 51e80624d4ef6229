package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board show}. */
@Command(
        name = "show",
        description = "Shows how a board is: its phase, what it has done, what it waits for, what it has spent.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board show review-7"})
final class ShowBoard implements Callable<Integer> {

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Override
    public Integer call() {
        Output output = options.output();
        BoardProjection projection;
        try (Cluster cluster = source.open(output)) {
            projection = BoardLog.history(cluster, boardId, output).projection();
        }
        BoardReport report = new BoardReport(projection);
        if (output.isJson()) {
            output.document(report.json());
        } else {
            report.lines(output.look()).forEach(output::line);
        }
        return ExitCodes.OK;
    }
}
