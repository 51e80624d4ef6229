package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import java.util.Optional;

/**
 * What a worker says while it works. Each word of it gives the worker its time limit once more, up to the invocation's
 * deadline. Safe for use by several threads; nothing of it waits.
 */
public interface Progress {

    /** Where an earlier attempt at the same had come, as it was saved last; absent at the beginning. */
    Optional<Json> checkpoint();

    /**
     * Tells whoever looks how far the work has come.
     *
     * @param words for people
     * @throws IllegalArgumentException if they are too long
     * @throws IllegalStateException if the invocation is over, or was reported on too often
     */
    void report(String words);

    /**
     * Keeps what the next attempt is to go on from, if this one does not come to its end.
     *
     * @throws IllegalArgumentException if it is too large
     * @throws IllegalStateException if the invocation is over, or was reported on too often
     */
    void save(Json checkpoint);
}
