package io.patchboard.client.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was committed when it was read, kept.
 *
 * @param boards by id, entries in order of their sequence
 * @param problems records that are in no board's list
 */
public record ReadLogs(SortedMap<String, List<LogRecord>> boards, List<LogProblem> problems) {

    /** @param boardId whose log; empty for all boards */
    public static ReadLogs by(LogReader reader, Optional<String> boardId) {
        ReadLogs logs = new ReadLogs(new TreeMap<>(), new ArrayList<>());
        reader.scan(boardId, new LogListener() {
            @Override
            public boolean entry(LogRecord next) {
                logs.boards
                        .computeIfAbsent(next.boardId(), id -> new ArrayList<>())
                        .add(next);
                return true;
            }

            @Override
            public void problem(LogProblem problem) {
                logs.problems.add(problem);
            }
        });
        return logs;
    }

    /** The log of one board; empty if there is none. */
    public List<LogRecord> of(String boardId) {
        return boards.getOrDefault(boardId, List.of());
    }
}
