package io.patchboard.gateway.worker;

/** One worker in Java. Several threads may call it at once. */
@FunctionalInterface
public interface Worker {

    /**
     * Answers one invocation.
     *
     * <p>The thread is interrupted when the time is up; what comes later is dropped.
     *
     * @throws Exception if the worker cannot answer; the board learns of it as a rejection of stage {@code WORKER}
     */
    Answer work(Invocation invocation) throws Exception;
}
