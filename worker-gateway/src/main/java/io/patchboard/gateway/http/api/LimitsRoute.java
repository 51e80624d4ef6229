package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.limit.LimitUse;
import io.patchboard.gateway.limit.LimitsInUse;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.concurrent.CompletionStage;

/** {@code GET /v1/limits}: who uses the limits of all gateways, and what waits for them. */
final class LimitsRoute {

    private LimitsRoute() {}

    static CompletionStage<Reply> answer(LimitsInUse limits) {
        return limits.ask(LimitsInUse.PATIENCE)
                .thenApply(
                        uses -> uses.orElseThrow(() -> Problem.of(HttpStatus.SERVICE_UNAVAILABLE, LimitsInUse.NOT_TOLD)
                                .withHeader("Retry-After", "1")
                                .asException()))
                .thenApply(uses -> Reply.of(
                        200,
                        JsonObject.of(
                                "limits",
                                JsonArray.copyOf(
                                        uses.stream().map(LimitUse::toJson).toList()))));
    }
}
