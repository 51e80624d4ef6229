package io.patchboard.gateway.runner;

import io.patchboard.calls.Deadline;
import java.util.Map;
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

    /**
     * The latest of each key of a board, by key, as far as they say which board they are of.
     *
     * @throws NoAnswerException if that cannot be found out in time
     */
    default Map<String, Checkpoint> ofBoard(String boardId, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        return Map.of();
    }

    /** Keeps it in place of the one before; does not wait. Completes when it is kept. */
    CompletionStage<Void> save(String key, Checkpoint checkpoint);

    @Override
    default void close() {}
}
