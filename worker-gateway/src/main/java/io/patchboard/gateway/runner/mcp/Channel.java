package io.patchboard.gateway.runner.mcp;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.JsonObject;

/** A connection to a server. Safe for use by several threads. */
interface Channel extends AutoCloseable {

    /**
     * The answer to a request, which has an id of its own. Where the server has none, the connection is closed; where
     * it was not asked, as others were before, it is left to them.
     */
    JsonObject ask(JsonObject request, Deadline deadline) throws NoAnswerException, InterruptedException;

    void tell(JsonObject notification, Deadline deadline) throws NoAnswerException, InterruptedException;

    /**
     * From when the server has taken the client.
     *
     * @param revision that is spoken
     */
    void agreed(String revision);

    /** Whether the server has begun a session for it, which it may end at any time. */
    boolean isInSession();

    /** Whether it may be asked. */
    boolean isOpen();

    /** Whether the server said, since this was asked last, that its tools have changed. */
    boolean toolsChanged();

    /** What the server said, quoted for a message. */
    String said(String text);

    @Override
    void close();
}
