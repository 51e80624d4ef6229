package io.patchboard.bench.gateway;

/** Who answers the invocations of a queue. */
interface Answering extends AutoCloseable {

    /** How many were answered since the start. */
    int answered();

    /** Whether the broker has all answers, and nothing waits to be answered. */
    boolean isIdle();

    @Override
    void close();
}
