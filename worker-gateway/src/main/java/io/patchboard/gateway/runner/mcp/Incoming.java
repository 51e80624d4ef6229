package io.patchboard.gateway.runner.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.Optional;

/** What a message from a server is. */
sealed interface Incoming {

    /** An answer. */
    record Answer(Json id, JsonObject message) implements Incoming {}

    /** Something that the server wants of its client. */
    record Request(Json id, String method) implements Incoming {}

    record Notification(String method) implements Incoming {

        /** Whether it tells that the server's tools have changed. */
        boolean isOfTools() {
            return method.equals("notifications/tools/list_changed");
        }
    }

    static Incoming of(JsonObject message) {
        Optional<String> method = JsonPlace.of(message).text("method");
        Json id = message.get("id").orElse(Json.nul());
        if (method.isEmpty()) {
            return new Answer(id, message);
        }
        return id.isNull() ? new Notification(method.get()) : new Request(id, method.get());
    }
}
