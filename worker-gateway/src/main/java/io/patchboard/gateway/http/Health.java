package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Whether the server lives, and whether it is ready. */
public final class Health {

    private Health() {}

    /** @param notReady a sentence that says what is awaited, while it is */
    public static void mount(Routes routes, Supplier<Optional<String>> notReady) {
        routes.open()
                .get("/health/live", call -> CompletableFuture.completedFuture(status("live")))
                .get("/health/ready", call -> {
                    notReady.get().ifPresent(why -> {
                        throw Problem.of(HttpStatus.SERVICE_UNAVAILABLE, why)
                                .withHeader("Retry-After", "1")
                                .asException();
                    });
                    return CompletableFuture.completedFuture(status("ready"));
                });
    }

    private static Reply status(String word) {
        return Reply.of(200, JsonObject.of("status", Json.of(word)));
    }
}
