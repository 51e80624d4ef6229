package io.patchboard.standalone.mcp;

import io.patchboard.json.JsonObject;
import java.util.Set;

/** What a server offers to clients: tools, resources, prompts. */
public interface Features {

    /** As {@code ServerCapabilities} of the protocol has them. */
    JsonObject capabilities();

    /** For the model that reads what is offered. */
    String instructions();

    /** Those that {@link #answer} knows, such as {@code tools/call}. */
    Set<String> methods();

    /**
     * Answers a request, in the words of either era; what each has beside them is added by the caller.
     *
     * @throws RpcException if it cannot be answered as asked
     * @throws InterruptedException if it was cancelled
     */
    JsonObject answer(String method, JsonObject params, Exchange exchange) throws RpcException, InterruptedException;

    /**
     * Watches a resource.
     *
     * @param changed is run whenever it may have changed, and has to be quick
     * @return ends it
     * @throws RpcException if there is no such resource, or this caller may not read it
     */
    Watch watch(String uri, Caller caller, Runnable changed) throws RpcException, InterruptedException;

    /** A watched resource. */
    @FunctionalInterface
    interface Watch extends AutoCloseable {

        @Override
        void close();
    }
}
