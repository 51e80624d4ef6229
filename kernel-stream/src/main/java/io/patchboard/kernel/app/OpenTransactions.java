package io.patchboard.kernel.app;

import java.time.Duration;

/**
 * Whether the thread that asks has written something which is not committed yet.
 *
 * <p>A transaction is its thread's, so what the other tasks of the thread have written waits with it, and the broker
 * aborts it when it gets too old. A thread that has none may wait for longer.
 */
final class OpenTransactions {

    private final ThreadLocal<Long> begun = new ThreadLocal<>();

    void begin() {
        begun.set(System.nanoTime());
    }

    void end() {
        begun.remove();
    }

    /**
     * How long this thread may wait, from the beginning of what it waits for, until it must give its transaction up.
     */
    Duration patience(Duration withOne, Duration withNone) {
        return begun.get() == null ? withNone : withOne;
    }
}
