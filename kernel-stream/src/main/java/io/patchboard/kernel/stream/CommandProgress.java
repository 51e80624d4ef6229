package io.patchboard.kernel.stream;

/**
 * How far all kernels together have come with what stands on the topic of commands. Safe for use by several threads.
 */
public interface CommandProgress {

    /**
     * Of the round that is going on, of that in which a command is moved to its board's partition, and of that in which
     * it is decided.
     */
    int ROUNDS = 3;

    /**
     * Counts rounds: a round has come to an end when all is processed, in transactions that are committed, that stood
     * on the topic at its beginning. So what stood there when this was n is decided when it is n + {@link #ROUNDS}. May
     * stand still while nobody asks.
     */
    long rounds();
}
