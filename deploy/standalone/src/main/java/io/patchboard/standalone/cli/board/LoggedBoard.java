package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateHistory;
import io.patchboard.client.log.LogRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Mixin of commands that show something of one board's log. */
final class LoggedBoard {

    @Mixin
    private BoardSource source;

    @Mixin
    private OutputOptions options;

    @Parameters(index = "0", paramLabel = "ID", description = "The board.")
    private String boardId;

    String id() {
        return boardId;
    }

    Output output() {
        return options.output();
    }

    /** @throws CliException if there is no such board */
    List<LogEntry> log(Output output) {
        return source.existing(boardId, output).stream().map(LogRecord::entry).toList();
    }

    /** That of another board; empty if there is none. */
    List<LogEntry> logOf(String id, Output output) {
        return source.read(id, output).stream().map(LogRecord::entry).toList();
    }

    /** @throws CliException if there is no such board */
    StateHistory history(Output output) {
        return source.history(boardId, output);
    }
}
