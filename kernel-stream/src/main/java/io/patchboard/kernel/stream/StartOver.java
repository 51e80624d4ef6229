package io.patchboard.kernel.stream;

import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a stream thread go back to its last commit. */
final class StartOver {

    private static final Logger LOG = LoggerFactory.getLogger(StartOver.class);

    private StartOver() {}

    /**
     * Aborts the thread's transaction and makes its tasks anew, where the last one ended. Thrown as it is, a time-out
     * would have the task used again, which may then skip records ({@code docs/decisions/skipped-offsets.md}).
     */
    static TaskMigratedException after(TimeoutException cause) {
        LOG.warn("A thread starts over at its last commit: {}", cause.getMessage());
        TaskMigratedException startOver = new TaskMigratedException("Something did not answer in time");
        startOver.setStackTrace(new StackTraceElement[0]); // Streams logs it each time, and it says no more
        return startOver;
    }
}
