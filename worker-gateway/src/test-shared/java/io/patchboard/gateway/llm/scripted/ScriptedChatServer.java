package io.patchboard.gateway.llm.scripted;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * An endpoint that replies what a test has written down, one reply for each request, and remembers what it was asked.
 */
public final class ScriptedChatServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Deque<Reply> script = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();
    private Function<ChatRequest, Reply> otherwise =
            request -> Reply.of(500, "text/plain", "The script of this server is at its end.");

    private ScriptedChatServer(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static ScriptedChatServer start() {
        try {
            return new ScriptedChatServer(
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a client of chat completions is configured with. */
    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Says these next, in this order. */
    public synchronized ScriptedChatServer then(Reply... replies) {
        script.addAll(List.of(replies));
        return this;
    }

    /** Says a completion with this text next. */
    public ScriptedChatServer thenText(String text) {
        return then(Reply.text(text));
    }

    /** Says this whenever the script is at its end. */
    public synchronized ScriptedChatServer otherwise(Function<ChatRequest, Reply> reply) {
        otherwise = reply;
        return this;
    }

    /** All requests so far, in the order in which they came. */
    public synchronized List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            ChatRequest request = read(exchange);
            next(request).send(exchange, closing);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ChatRequest read(HttpExchange exchange) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Json body = text.isEmpty() ? JsonObject.EMPTY : JsonReader.parse(text);
        return new ChatRequest(
                exchange.getRequestURI().toString(), exchange.getRequestHeaders(), (JsonObject) body, text);
    }

    private synchronized Reply next(ChatRequest request) {
        requests.add(request);
        Reply reply = script.poll();
        return reply != null ? reply : otherwise.apply(request);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
