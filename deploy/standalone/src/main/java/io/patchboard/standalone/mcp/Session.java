package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What is remembered of a client of a revision up to 2025-11-25, from its introduction on. */
final class Session implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_AT_ONCE = 64;

    private final String id = UUID.randomUUID().toString();
    private final Caller caller;
    private final Watching watching = new Watching();
    private final Map<String, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
    private final Map<Json, Thread> running = new ConcurrentHashMap<>();
    private volatile Optional<JsonObject> capabilities = Optional.empty();
    private volatile long used = System.nanoTime();

    Session(Caller caller) {
        this.caller = caller;
    }

    String id() {
        return id;
    }

    Caller caller() {
        return caller;
    }

    Watching watching() {
        return watching;
    }

    boolean isIntroduced() {
        return capabilities.isPresent();
    }

    void introduce(JsonObject said) {
        capabilities = Optional.of(said);
    }

    JsonObject capabilities() {
        return capabilities.orElse(JsonObject.EMPTY);
    }

    void use() {
        used = System.nanoTime();
    }

    boolean isBusy() {
        return !running.isEmpty();
    }

    /** Since it was last used. */
    Duration idle() {
        return Duration.ofNanos(System.nanoTime() - used);
    }

    /** @throws RpcException if that id is in use, or too much is asked at once */
    void begin(Json request, Thread thread) throws RpcException {
        use();
        if (running.size() >= MOST_AT_ONCE) {
            throw new RpcException(
                    RpcException.INTERNAL,
                    "Expected at most " + MOST_AT_ONCE + " requests at once, but there are more. Wait for answers.");
        }
        if (running.putIfAbsent(request, thread) != null) {
            throw new RpcException(
                    RpcException.INVALID_REQUEST,
                    "Expected an id that no open request has, but one of them has " + request + " already.");
        }
    }

    void end(Json request) {
        running.remove(request);
        use();
    }

    /** A request that is not there has been answered by now, or never was. */
    void cancel(Json request) {
        Optional.ofNullable(running.get(request)).ifPresent(Thread::interrupt);
    }

    JsonObject ask(String method, JsonObject params, Outlet outlet) throws RpcException, InterruptedException {
        String question = "q-" + UUID.randomUUID();
        CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        asked.put(question, answer);
        try {
            outlet.send(Message.request(question, method, params));
            JsonObject said = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (said.has("error")) {
                throw new RpcException(
                        RpcException.INTERNAL,
                        "Expected the client to answer " + method + ", but it refused: "
                                + said.get("error").orElseThrow());
            }
            return said.object("result");
        } catch (TimeoutException | ExecutionException | IOException e) {
            RpcException failure = new RpcException(
                    RpcException.INTERNAL,
                    "Expected the client to answer " + method + " within " + PATIENCE.toSeconds()
                            + " s, but it did not.");
            failure.initCause(e);
            throw failure;
        } finally {
            asked.remove(question);
        }
    }

    /** @return whether that was asked */
    boolean answered(Message.Response response) {
        return Optional.ofNullable(asked.get(text(response.id())))
                .map(waiting -> waiting.complete(response.whole()))
                .orElse(false);
    }

    private static String text(Json id) {
        return id instanceof JsonString string ? string.value() : id.toString();
    }

    @Override
    public void close() {
        watching.close();
        running.values().forEach(Thread::interrupt);
    }
}
