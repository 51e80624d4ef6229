package io.patchboard.client.model;

import io.patchboard.client.log.FollowerThread;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Makes the {@link Checkpoints} and {@link BoardIndexes} that are due, on a thread of its own, so that neither the
 * following of the log nor whoever asks waits for them. What is due stands in the store: a process that is killed goes
 * on where it was.
 */
final class Checkpointer implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Checkpoints checkpoints;
    private final BoardIndexes indexes;
    private final BooleanSupplier upToDate;
    private final FollowerThread thread;

    /** @param upToDate whether the logs are read: while they are made anew, entries are missing that come later */
    Checkpointer(Checkpoints checkpoints, BoardIndexes indexes, BooleanSupplier upToDate) {
        this.checkpoints = checkpoints;
        this.indexes = indexes;
        this.upToDate = upToDate;
        this.thread = new FollowerThread(
                "patchboard-checkpoints", "keep the boards as they were", PAUSE, this::make, failure -> {});
    }

    void start() {
        thread.start();
    }

    private void make(FollowerThread running) {
        while (!running.isClosed()) {
            if (!upToDate.getAsBoolean() || !makeNext()) {
                running.pause(PAUSE);
            }
            if (upToDate.getAsBoolean()) {
                index();
            }
        }
    }

    /** Those who ask do so themselves, and find little left to do. */
    private void index() {
        try {
            indexes.refresh(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether one was due */
    private boolean makeNext() {
        Optional<Summary> due = checkpoints.due();
        due.ifPresent(checkpoints::advance);
        return due.isPresent();
    }

    /** Of all boards, on the thread of the caller. */
    void makeDue() {
        while (makeNext()) {
            // The next.
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
