package io.patchboard.gateway.runner.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real HTTP server that gives one prepared reply after the other, the last of them for ever. */
final class ScriptedServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** @param headers by lower-case name */
    record Request(String method, Map<String, String> headers, byte[] body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    ScriptedServer(Reply... script) throws IOException {
        replies.addAll(List.of(script));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    static Reply json(String body) {
        return status(200, body, "Content-Type", "application/json");
    }

    static Reply status(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/answer");
    }

    List<Request> requests() {
        return requests;
    }

    private void serve(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        Reply reply;
        byte[] body = exchange.getRequestBody().readAllBytes();
        synchronized (replies) {
            requests.add(new Request(exchange.getRequestMethod(), headers, body));
            reply = replies.size() > 1 ? replies.poll() : replies.peek();
        }
        try (exchange) {
            reply.to(exchange);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
