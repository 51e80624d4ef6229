package io.patchboard.gateway.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How many requests are not answered to their last byte. */
final class OpenRequests {

    private int open;

    /** Counts a request until it is complete, however it ends. */
    synchronized void add(AsyncContext request) {
        open++;
        request.addListener(new UntilComplete());
    }

    private synchronized void remove() {
        open--;
        notifyAll();
    }

    /** Waits, no longer than this, until there is none. */
    synchronized void awaitNone(Duration most) {
        long end = System.nanoTime() + most.toNanos();
        try {
            for (long left = most.toNanos(); open > 0 && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class UntilComplete implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            remove();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
