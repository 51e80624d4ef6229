package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.RefusedException;

/**
 * Who has receivers of push notifications, whose URLs may be secrets.
 *
 * @param name of the principal
 * @param operates whether those of others are his to see and to change, too
 */
record PushOwner(String name, boolean operates) {

    static PushOwner of(Api api, Caller caller) throws A2aException, InterruptedException {
        try {
            JsonObject principal = api.get(caller, "/v1/principal").object();
            return new PushOwner(
                    principal.text("name"),
                    principal.get("rights").orElse(Json.nul()) instanceof JsonArray rights
                            && rights.stream().anyMatch(Json.of("operate")::equals));
        } catch (RefusedException e) {
            throw A2aException.of(e);
        }
    }

    /** One that was kept without a name is anybody's. */
    boolean has(PushTarget target) {
        return operates || target.owner().filter(other -> !other.equals(name)).isEmpty();
    }
}
