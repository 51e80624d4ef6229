package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.io.IOException;
import java.util.Optional;

/** One request, while it is answered. */
public final class Exchange {

    private final Message.Request request;
    private final Optional<Session> session;
    private final Caller caller;
    private final Outlet outlet;

    Exchange(Message.Request request, Optional<Session> session, Caller caller, Outlet outlet) {
        this.request = request;
        this.session = session;
        this.caller = caller;
        this.outlet = outlet;
    }

    public Caller caller() {
        return caller;
    }

    /** Whether it is of revision 2026-07-28, where nothing is asked of a client but in results. */
    public boolean isStateless() {
        return session.isEmpty();
    }

    /** What the client says it can. */
    public JsonObject capabilities() {
        return session.map(Session::capabilities).orElseGet(() -> request.meta().object(Revision.CLIENT_CAPABILITIES));
    }

    /** Tells the client something that belongs to this request. One who is gone is not told. */
    public void notify(String method, JsonObject params) throws InterruptedException {
        try {
            outlet.send(Message.notification(method, params));
        } catch (IOException e) {
            InterruptedException gone = new InterruptedException("The client has gone.");
            gone.initCause(e);
            throw gone;
        }
    }

    /** Whose progress the client wants to be told, if it does. */
    public Optional<Json> progressToken() {
        return request.meta()
                .get("progressToken")
                .filter(token -> token instanceof JsonString || token instanceof JsonNumber);
    }

    /**
     * Asks the client, and waits; up to revision 2025-11-25.
     *
     * @return its result
     * @throws RpcException if it cannot, or does not answer in time
     */
    public JsonObject ask(String method, JsonObject params) throws RpcException, InterruptedException {
        return session.orElseThrow(() -> new RpcException(
                        RpcException.INTERNAL,
                        "Expected a request of a session, but this one has none; ask in its result."))
                .ask(method, params, outlet);
    }

    Json id() {
        return request.id();
    }
}
