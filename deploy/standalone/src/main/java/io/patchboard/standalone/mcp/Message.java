package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.Optional;

/** One message of JSON-RPC 2.0, as MCP has them. */
sealed interface Message {

    /** Wants an answer. */
    record Request(Json id, String method, JsonObject params) implements Message {

        JsonObject meta() {
            return params.object("_meta");
        }

        JsonObject result(JsonObject result) {
            return answer(Optional.of(id)).put("result", result).build();
        }

        JsonObject error(RpcException failure) {
            return Message.error(Optional.of(id), failure);
        }
    }

    /** Wants none. */
    record Notification(String method, JsonObject params) implements Message {}

    /** To something that this side had asked. */
    record Response(Json id, JsonObject whole) implements Message {}

    /** @throws RpcException if it is none */
    static Message of(Json json) throws RpcException {
        if (json instanceof JsonArray) {
            throw invalid("one message at a time, since no revision of the protocol that is spoken here has batches,"
                    + " but got an array");
        }
        if (!(json instanceof JsonObject object)) {
            throw invalid("an object, but got a JSON " + json.typeName());
        }
        if (!object.get("jsonrpc").equals(Optional.of(Json.of("2.0")))) {
            throw invalid("a message with \"jsonrpc\": \"2.0\", but it has another or none");
        }
        Optional<Json> id = object.get("id");
        if (id.isPresent() && !isId(id.get())) {
            throw invalid("a string or an integer as id, but got another");
        }
        if (object.has("result") || object.has("error")) {
            return new Response(id.orElseThrow(() -> invalid("a response with an id, but it has none")), object);
        }
        if (!(object.get("method").orElse(Json.nul()) instanceof JsonString method)) {
            throw invalid("a request with a method, but it has none");
        }
        if (!(object.get("params").orElse(JsonObject.EMPTY) instanceof JsonObject params)) {
            throw invalid("an object as params, but got another");
        }
        return id.isPresent()
                ? new Request(id.get(), method.value(), params)
                : new Notification(method.value(), params);
    }

    /** The id of what was refused, as far as it can be read: its sender waits for an answer to it. */
    static Optional<Json> readableId(Json json) {
        return json instanceof JsonObject object ? object.get("id").filter(Message::isId) : Optional.empty();
    }

    static JsonObject error(Optional<Json> id, RpcException failure) {
        return answer(id).put("error", failure.error()).build();
    }

    static JsonObject notification(String method, JsonObject params) {
        return JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("method", method)
                .put("params", params)
                .build();
    }

    static JsonObject request(String id, String method, JsonObject params) {
        return JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method)
                .put("params", params)
                .build();
    }

    private static JsonObject.Builder answer(Optional<Json> id) {
        return JsonObject.builder().put("jsonrpc", "2.0").putIfPresent("id", id);
    }

    private static boolean isId(Json id) {
        return id instanceof JsonString
                || id instanceof JsonNumber && id.toString().matches("-?\\d{1,18}");
    }

    private static RpcException invalid(String expected) {
        return new RpcException(RpcException.INVALID_REQUEST, "Expected " + expected + ".");
    }
}
