package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.llm.Settlement;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /v1/boards/{id}/settle}: a person says of a call of a tool with effects, of which nobody knew, whether it
 * was done. The worker's next attempt goes by it.
 */
final class SettleRoute {

    private static final Set<String> MEMBERS = Set.of("done", "result", "worker", Speakers.BY);

    CompletionStage<Reply> answer(Call call, WorkerApi.Services services) {
        String boardId = call.pathParameter("id");
        return Bodies.json(call).thenApply(Bodies::object).thenCompose(body -> {
            Members members = new Members(body);
            members.refuseUnknown(MEMBERS);
            Optional<Json> result = result(body);
            Optional<String> worker = members.read(fields -> fields.optionalString("worker"));
            Optional<String> by =
                    Speakers.signed(members, call.principal()).read(fields -> fields.optionalString(Speakers.BY));
            return services.polled().ofBoard(boardId).thenCompose(found -> {
                Settlement one = waiting(boardId, found.orElseThrow(ProgressRoute::unread), worker);
                Checkpoint settled = one.settled(by, result, Clock.systemUTC().instant());
                return services.polled().keep(one.key(), settled).handle((kept, failure) -> {
                    if (failure != null) {
                        throw ProgressRoute.unread();
                    }
                    return Reply.of(200, told(one, result));
                });
            });
        });
    }

    private static Optional<Json> result(JsonObject body) {
        Optional<Json> done = body.get("done");
        if (done.equals(Optional.of(Json.of(true)))) {
            return Optional.of(body.get("result").orElse(Json.nul()));
        }
        if (!done.equals(Optional.of(Json.of(false)))) {
            throw Bodies.bad("Expected true or false as done, whether the call was done.", Optional.of("/done"));
        }
        if (body.has("result")) {
            throw Bodies.bad("Expected no result of a call that was not done.", Optional.of("/result"));
        }
        return Optional.empty();
    }

    private static Settlement waiting(String boardId, Map<String, Checkpoint> found, Optional<String> worker) {
        try {
            return Settlement.of(boardId, found, worker);
        } catch (IllegalArgumentException e) {
            throw Problem.of(HttpStatus.CONFLICT, e.getMessage())
                    .withType("no-unknown-call")
                    .asException();
        }
    }

    private static JsonObject told(Settlement one, Optional<Json> result) {
        return JsonObject.builder()
                .put("boardId", one.checkpoint().boardId())
                .put("worker", one.checkpoint().worker())
                .put("tool", one.call().tool())
                .put("idempotencyKey", one.call().key())
                .put("done", result.isPresent())
                .build();
    }
}
