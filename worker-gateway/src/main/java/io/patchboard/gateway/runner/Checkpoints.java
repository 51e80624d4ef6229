package io.patchboard.gateway.runner;

import io.patchboard.calls.Deadline;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where it is kept how far workers have come. Safe for use by several threads. */
public interface Checkpoints extends AutoCloseable {

    /** Keeps nothing. */
    Checkpoints NOWHERE = new Checkpoints() {
        @Override
        public Optional<Checkpoint> latest(String key, Deadline deadline) {
            return Optional.empty();
        }

        @Override
        public CompletionStage<Void> save(String key, Checkpoint checkpoint) {
            return CompletableFuture.completedFuture(null);
        }
    };

    /**
     * The latest that was kept under a key, by whichever gateway.
     *
     * @throws NoAnswerException if that cannot be found out in time
     */
    Optional<Checkpoint> latest(String key, Deadline deadline) throws NoAnswerException, InterruptedException;

    /** Keeps it in place of the one before; does not wait. Completes when it is kept. */
    CompletionStage<Void> save(String key, Checkpoint checkpoint);

    @Override
    default void close() {}
}
