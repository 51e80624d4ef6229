package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateHistory;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import java.util.List;
import java.util.Optional;

/** Reading one board for the commands that need all of its log. */
public final class BoardLog {

    private BoardLog() {}

    /** @throws CliException if there is no such board */
    static StateHistory history(Cluster cluster, String boardId, Output output) {
        List<LogRecord> log = read(cluster, boardId, output);
        StateHistory history =
                StateHistory.of(boardId, log.stream().map(LogRecord::entry).toList());
        if (!history.projection().exists()) {
            throw unknown(boardId, log.size());
        }
        history.projection().damage().ifPresent(output::progress);
        return history;
    }

    /** The log of one board in order; what cannot be read is told. Empty if there is none. */
    public static List<LogRecord> read(Cluster cluster, String boardId, Output output) {
        LogReader.Logs logs = cluster.logReader().readAll(Optional.of(boardId));
        long needRegistry = logs.problems().stream()
                .filter(problem -> problem.kind() == LogProblem.Kind.NEEDS_REGISTRY)
                .count();
        if (needRegistry > 0) {
            throw CliException.needsRegistry(needRegistry);
        }
        logs.problems().forEach(problem -> output.progress(Text.printable(problem.place() + ": " + problem.message())));
        return logs.of(boardId);
    }

    /** @param entries how many the log of the id has */
    public static CliException unknown(String boardId, int entries) {
        if (entries == 0) {
            return CliException.unknownBoard("Expected the id of a board, but there is none with the id \"" + boardId
                    + "\". \"patchboard board list\" shows those that there are.");
        }
        String rejections = entries == 1 ? "one rejection" : entries + " rejections";
        return CliException.unknownBoard("Expected the id of a board, but \"" + boardId
                + "\" was never created: its log holds only " + rejections + ". \"patchboard board log " + boardId
                + "\" shows why.");
    }
}
