package io.patchboard.client.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells one who follows a board's log that there may be more of it. For one thread; to be closed. */
public final class BoardWatch implements AutoCloseable {

    private final Consumer<BoardWatch> onClose;
    private boolean more;

    BoardWatch(Consumer<BoardWatch> onClose) {
        this.onClose = onClose;
    }

    synchronized void wake() {
        more = true;
        notifyAll();
    }

    /**
     * Waits until something was kept of the board since the watch began, or since this was called before.
     *
     * @return false if nothing was within this time
     */
    public synchronized boolean await(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); !more && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        boolean woken = more;
        more = false;
        return woken;
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}
