package io.patchboard.gateway.runner.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a message from a server is. */
sealed interface Incoming {

    /** An answer. */
    record Answer(Json id, JsonObject message) implements Incoming {

        private static final Set<Long> UNREAD = Set.of(-32700L, -32600L);

        /** Whether it is the one to this request: who could not read its id says what is wrong without one. */
        boolean isTo(Json request) {
            return id.equals(request) || id.isNull() && message.has("error");
        }

        /**
         * The same where notifications share the way back: of one that it does not know a server says so without an id,
         * too. What it could not read it calls a parse error or an invalid request (JSON-RPC 2.0, section 5.1).
         */
        boolean isToAmongOthers(Json request) {
            return id.equals(request) || isTo(request) && UNREAD.contains(code());
        }

        private long code() {
            return JsonPlace.of(message).into("error").integer("code").orElse(0L);
        }
    }

    /** Something that the server wants of its client. */
    record Request(Json id, String method) implements Incoming {

        boolean isPing() {
            return method.equals("ping");
        }
    }

    record Notification(String method) implements Incoming {

        /** Whether it tells that the server's tools have changed. */
        boolean isOfTools() {
            return method.equals("notifications/tools/list_changed");
        }
    }

    /** What came, which in revision 2025-03-26 may be several messages in an array; empty for what is none. */
    static List<JsonObject> messages(Json read) {
        List<Json> all = read instanceof JsonArray batch ? batch.stream().toList() : List.of(read);
        return all.stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
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
