package io.patchboard.client.ask;

import io.patchboard.record.LogEntry;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where boards' logs are kept besides their topics, so that one is found without those of all other boards. */
@FunctionalInterface
public interface KeptLogs {

    /** For who has none: the topics are read. */
    KeptLogs NONE = (boardId, which) -> Optional.empty();

    /**
     * Chooses among all that was committed of a board by now. May wait for seconds.
     *
     * @param which asked without what is {@link LogEntry#BULK}
     * @return in the log's order; absent if it cannot be told in time whether everything is kept
     */
    Optional<List<LogEntry>> committed(String boardId, Predicate<LogEntry> which) throws InterruptedException;
}
