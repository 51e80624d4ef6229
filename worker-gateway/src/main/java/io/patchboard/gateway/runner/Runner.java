package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.util.concurrent.CompletionStage;

/** Runs one worker. Safe for use by several threads. */
public interface Runner extends AutoCloseable {

    /**
     * Asks the worker; never blocks and never throws.
     *
     * @return the answer, a failed one included; completes exceptionally only if this runner was closed before the
     *     worker answered, in which case there is nothing to be said about the worker
     */
    CompletionStage<Answer> run(Invocation invocation);

    /** Stops the worker and gives up what is under way. */
    @Override
    void close();
}
