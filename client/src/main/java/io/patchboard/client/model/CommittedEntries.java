package io.patchboard.client.model;

import io.patchboard.calls.Deadline;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Entries for who must know of all that is committed when he asks. Safe for use by several threads. */
public final class CommittedEntries {

    /** Of a model that is up to date, some milliseconds. */
    private static final Duration LONGEST_LAG = Duration.ofSeconds(2);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration LONGEST_READING = Duration.ofSeconds(5);

    private final LogFollower follower;
    private final BoardLogs logs;
    private final InstantSource clock;

    CommittedEntries(LogFollower follower, BoardLogs logs, InstantSource clock) {
        this.follower = follower;
        this.logs = logs;
        this.clock = clock;
    }

    /**
     * Chooses among all entries of a board.
     *
     * @param which asked without an entry's {@link LogEntry#BULK}
     * @return in the log's order; absent if it cannot be told in a few seconds whether these are all
     */
    public Optional<List<LogEntry>> of(String boardId, Predicate<LogEntry> which) throws InterruptedException {
        boolean known = follower.isUpToDate() && follower.needRegistry() == 0 && await(Deadline.in(LONGEST_LAG));
        return known ? logs.chosen(boardId, which, Deadline.in(LONGEST_READING)) : Optional.empty();
    }

    /**
     * Waits until all that is written by now is kept.
     *
     * @return false if that is not in time
     */
    boolean await(Deadline deadline) throws InterruptedException {
        long now = clock.millis();
        while (follower.complete() < now && !deadline.isOver()) {
            follower.lookSoon();
            Thread.sleep(BETWEEN_LOOKS);
        }
        return follower.complete() >= now;
    }
}
