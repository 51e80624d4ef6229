package io.patchboard.standalone.mcp;

import io.patchboard.json.JsonObject;
import java.io.IOException;

/** Where messages to a client go. Safe for use by several threads. */
@FunctionalInterface
interface Outlet {

    /** @throws IOException if the client has gone */
    void send(JsonObject message) throws IOException;
}
