package io.patchboard.gateway.runner.http;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Lets some through at once; the others wait in line, and no thread waits with them. Safe for use by several threads.
 */
final class Places {

    private final Queue<BooleanSupplier> waiting = new ArrayDeque<>();
    private int free;

    Places(int places) {
        this.free = places;
    }

    /** @param entered called once there is a place; true if it will {@link #leave} it, false if it has no use for it */
    void enter(BooleanSupplier entered) {
        synchronized (waiting) {
            if (free == 0) {
                waiting.add(entered);
                return;
            }
            free--;
        }
        if (!entered.getAsBoolean()) {
            leave();
        }
    }

    /** Hands the place to the next in line who has use for it. */
    void leave() {
        Optional<BooleanSupplier> next = next();
        while (next.isPresent() && !next.get().getAsBoolean()) {
            next = next();
        }
    }

    private Optional<BooleanSupplier> next() {
        synchronized (waiting) {
            Optional<BooleanSupplier> first = Optional.ofNullable(waiting.poll());
            if (first.isEmpty()) {
                free++;
            }
            return first;
        }
    }
}
