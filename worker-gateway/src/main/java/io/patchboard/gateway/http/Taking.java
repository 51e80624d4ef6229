package io.patchboard.gateway.http;

import java.io.IOException;
import java.io.InputStream;

/** What a route does that reads its request bit by bit, and may write its answer so. */
@FunctionalInterface
public interface Taking {

    /**
     * Runs on a virtual thread of its own, and so may wait. It is interrupted when the caller has gone.
     *
     * @throws ProblemException if it cannot be answered, as long as nothing was written
     * @throws IOException if the caller has gone, or an answer that was begun has to end as one that is broken off
     */
    void take(Call call, InputStream body, Line line) throws IOException, InterruptedException;
}
