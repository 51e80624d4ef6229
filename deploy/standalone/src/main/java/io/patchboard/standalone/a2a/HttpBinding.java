package io.patchboard.standalone.a2a;

import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import java.io.IOException;

/** The protocol over HTTP with JSON. */
final class HttpBinding {

    private static final String TASK = A2aRoutes.PATH + "/tasks/{id}";
    private static final String PUSH = TASK + "/pushNotificationConfigs";

    private final A2aRoutes routes;
    private final Operations operations;

    HttpBinding(A2aRoutes routes, Operations operations) {
        this.routes = routes;
        this.operations = operations;
    }

    /** What is answered at once. */
    @FunctionalInterface
    private interface Plain {
        JsonObject answer(Caller caller) throws A2aException, InterruptedException;
    }

    /** What is followed. */
    @FunctionalInterface
    private interface Streamed {
        BoardTask begin(Caller caller) throws A2aException, InterruptedException;
    }

    void mount(Routes open) {
        open.converse(
                        "POST",
                        A2aRoutes.PATH + "/message:send",
                        (call, body, line) ->
                                plain(call, line, caller -> operations.send(caller, params(call, body), call::isGone)))
                .converse(
                        "POST",
                        A2aRoutes.PATH + "/message:stream",
                        (call, body, line) ->
                                stream(call, line, caller -> operations.begin(caller, params(call, body))))
                .converse(
                        "POST",
                        TASK + ":cancel",
                        (call, body, line) -> plain(call, line, caller -> operations.cancel(caller, task(call))))
                .converse(
                        "GET",
                        TASK + ":subscribe",
                        (call, body, line) -> stream(call, line, caller -> operations.subscribed(caller, task(call))))
                .converse(
                        "POST",
                        TASK + ":subscribe",
                        (call, body, line) -> stream(call, line, caller -> operations.subscribed(caller, task(call))))
                .converse(
                        "GET",
                        TASK,
                        (call, body, line) -> plain(call, line, caller -> operations.get(caller, task(call))),
                        "historyLength")
                .converse(
                        "GET",
                        A2aRoutes.PATH + "/tasks",
                        (call, body, line) -> plain(call, line, caller -> operations.list(caller, query(call))),
                        "contextId",
                        "status",
                        "pageSize",
                        "pageToken",
                        "historyLength",
                        "statusTimestampAfter",
                        "includeArtifacts")
                .converse(
                        "GET",
                        A2aRoutes.PATH + "/extendedAgentCard",
                        (call, body, line) -> plain(call, line, caller -> routes.extendedCard(call)))
                .converse(
                        "POST",
                        PUSH,
                        (call, body, line) -> plain(
                                call,
                                line,
                                caller -> operations.createPush(
                                        caller, params(call, body).with("taskId", Json.of(call.pathParameter("id"))))))
                .converse(
                        "GET",
                        PUSH,
                        (call, body, line) ->
                                plain(call, line, caller -> operations.listPush(caller, config(call, false))),
                        "pageSize",
                        "pageToken")
                .converse(
                        "GET",
                        PUSH + "/{config}",
                        (call, body, line) ->
                                plain(call, line, caller -> operations.getPush(caller, config(call, true))))
                .converse(
                        "DELETE",
                        PUSH + "/{config}",
                        (call, body, line) ->
                                plain(call, line, caller -> operations.deletePush(caller, config(call, true))));
    }

    private void plain(Call call, Line line, Plain work) throws IOException, InterruptedException {
        routes.answer(line, () -> {
            A2aRoutes.requireVersion(call);
            line.reply(Reply.of(200, work.answer(A2aRoutes.caller(call))));
        });
    }

    private void stream(Call call, Line line, Streamed work) throws IOException, InterruptedException {
        EventSink sink = new EventSink(line, event -> event);
        routes.answer(line, () -> {
            A2aRoutes.requireVersion(call);
            Caller caller = A2aRoutes.caller(call);
            BoardTask task = work.begin(caller);
            try {
                operations.follow(caller, task, sink);
            } catch (A2aException e) {
                if (!sink.isBegun()) {
                    throw e;
                }
                sink.fail(e.http());
            }
        });
    }

    private static JsonObject config(Call call, boolean one) {
        JsonObject task = JsonObject.of("taskId", Json.of(call.pathParameter("id")));
        return one ? task.with("id", Json.of(call.pathParameter("config"))) : task;
    }

    private JsonObject params(Call call, byte[] body) throws A2aException {
        A2aRoutes.requireJson(call);
        if (routes.parsed(body) instanceof JsonObject params) {
            return params;
        }
        throw A2aException.invalid("Expected a JSON object as the body, but got another.");
    }

    /** The task that the path names. */
    private static JsonObject task(Call call) {
        JsonObject.Builder params = JsonObject.builder();
        call.query("historyLength").ifPresent(text -> params.put("historyLength", number(text)));
        return params.put("id", call.pathParameter("id")).build();
    }

    private static JsonObject query(Call call) {
        JsonObject.Builder params = JsonObject.builder()
                .putStringIfPresent("contextId", call.query("contextId"))
                .putStringIfPresent("status", call.query("status"))
                .putStringIfPresent("pageToken", call.query("pageToken"))
                .putStringIfPresent("statusTimestampAfter", call.query("statusTimestampAfter"));
        call.query("pageSize").ifPresent(text -> params.put("pageSize", number(text)));
        call.query("historyLength").ifPresent(text -> params.put("historyLength", number(text)));
        call.query("includeArtifacts").ifPresent(text -> params.put("includeArtifacts", flag(text)));
        return params.build();
    }

    private static Json flag(String text) {
        return text.equals("true") || text.equals("false") ? Json.of(text.equals("true")) : Json.of(text);
    }

    /** What is no number stays a text, which is refused then. */
    private static Json number(String text) {
        return text.matches("\\d{1,9}") ? JsonNumber.of(Long.parseLong(text)) : Json.of(text);
    }
}
