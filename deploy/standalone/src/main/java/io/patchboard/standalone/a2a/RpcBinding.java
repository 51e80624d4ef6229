package io.patchboard.standalone.a2a;

import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.mcp.Caller;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * The protocol over JSON-RPC 2.0. What is wrong is told in the answer alone, whose status is 200; but what can be asked
 * again in a moment has the status that says so.
 */
final class RpcBinding {

    private static final Set<String> METHODS = Set.of(
            "SendMessage",
            "SendStreamingMessage",
            "GetTask",
            "ListTasks",
            "CancelTask",
            "SubscribeToTask",
            "GetExtendedAgentCard",
            "CreateTaskPushNotificationConfig",
            "GetTaskPushNotificationConfig",
            "ListTaskPushNotificationConfigs",
            "DeleteTaskPushNotificationConfig");

    private final A2aRoutes routes;
    private final Operations operations;

    RpcBinding(A2aRoutes routes, Operations operations) {
        this.routes = routes;
        this.operations = operations;
    }

    private record Request(Json id, String method, JsonObject params) {

        static Request of(Json json) throws A2aException {
            if (!(json instanceof JsonObject object)
                    || !object.get("jsonrpc").equals(Optional.of(Json.of("2.0")))
                    || !(object.get("method").orElse(Json.nul()) instanceof JsonString method)) {
                throw new A2aException(
                        Fault.INVALID_REQUEST,
                        "Expected one request of JSON-RPC 2.0, with jsonrpc, id, method and params, but got another.");
            }
            if (!isId(object.get("id"))) {
                throw new A2aException(Fault.INVALID_REQUEST, "Expected a string or a number as id, but got another.");
            }
            if (!METHODS.contains(method.value())) {
                throw new A2aException(
                        Fault.METHOD_NOT_FOUND,
                        "Expected one of " + METHODS.stream().sorted().toList() + " as method, but got another.");
            }
            if (!(object.get("params").orElse(JsonObject.EMPTY) instanceof JsonObject params)) {
                throw A2aException.invalid("Expected an object as params, but got another.");
            }
            return new Request(object.get("id").orElseThrow(), method.value(), params);
        }

        private static boolean isId(Optional<Json> id) {
            return id.isPresent() && (id.get() instanceof JsonString || id.get() instanceof JsonNumber);
        }

        JsonObject result(JsonObject result) {
            return envelope(id).put("result", result).build();
        }
    }

    void mount(Routes open) {
        open.converse("POST", A2aRoutes.PATH, this::post);
    }

    private void post(Call call, byte[] body, Line line) throws IOException, InterruptedException {
        Json id = Json.nul();
        EventSink[] sink = new EventSink[1];
        try {
            A2aRoutes.requireJson(call);
            Json json = routes.parsed(body);
            id = json instanceof JsonObject object && Request.isId(object.get("id"))
                    ? object.get("id").orElseThrow()
                    : id;
            A2aRoutes.requireVersion(call);
            Request request = Request.of(json);
            sink[0] = new EventSink(line, request::result);
            routes.bounded(() -> answer(call, request, line, sink[0]));
        } catch (A2aException e) {
            JsonObject error = envelope(id).put("error", e.rpc()).build();
            if (sink[0] != null && sink[0].isBegun()) {
                sink[0].fail(error);
            } else {
                line.reply(
                        e.fault() == Fault.UNAVAILABLE
                                ? Reply.of(e.fault().httpStatus(), error).withHeader("Retry-After", "1")
                                : Reply.of(200, error));
            }
        }
    }

    private void answer(Call call, Request request, Line line, EventSink sink)
            throws A2aException, IOException, InterruptedException {
        Caller caller = A2aRoutes.caller(call);
        JsonObject params = request.params();
        switch (request.method()) {
            case "SendStreamingMessage" -> operations.follow(caller, operations.begin(caller, params), sink);
            case "SubscribeToTask" -> operations.follow(caller, operations.subscribed(caller, params), sink);
            case "SendMessage" ->
                line.reply(Reply.of(200, request.result(operations.send(caller, params, call::isGone))));
            case "GetTask" -> line.reply(Reply.of(200, request.result(operations.get(caller, params))));
            case "ListTasks" -> line.reply(Reply.of(200, request.result(operations.list(caller, params))));
            case "CancelTask" -> line.reply(Reply.of(200, request.result(operations.cancel(caller, params))));
            case "GetExtendedAgentCard" -> line.reply(Reply.of(200, request.result(routes.extendedCard(call))));
            case "CreateTaskPushNotificationConfig" ->
                line.reply(Reply.of(200, request.result(operations.createPush(caller, params))));
            case "GetTaskPushNotificationConfig" ->
                line.reply(Reply.of(200, request.result(operations.getPush(caller, params))));
            case "ListTaskPushNotificationConfigs" ->
                line.reply(Reply.of(200, request.result(operations.listPush(caller, params))));
            case "DeleteTaskPushNotificationConfig" ->
                line.reply(Reply.of(200, request.result(operations.deletePush(caller, params))));
            default -> throw new IllegalStateException("Expected a method of the protocol, but got another.");
        }
    }

    private static JsonObject.Builder envelope(Json id) {
        return JsonObject.builder().put("jsonrpc", "2.0").put("id", id);
    }
}
