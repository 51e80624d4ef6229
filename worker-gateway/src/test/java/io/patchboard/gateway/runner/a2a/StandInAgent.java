package io.patchboard.gateway.runner.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real HTTP server that acts as an agent: for each method what it says, one after the other, the last for ever. */
final class StandInAgent implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, List<Reply>> replies = new ConcurrentHashMap<>();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final List<JsonObject> requests = new CopyOnWriteArrayList<>();
    private final List<String> secrets = new CopyOnWriteArrayList<>();
    private final List<String> traces = new CopyOnWriteArrayList<>();

    /** What is said. */
    interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    StandInAgent() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
        says("card", body(card(url("/a2a").toString())));
    }

    static String card(String url) {
        return "{\"name\":\"n\",\"supportedInterfaces\":[{\"url\":\"" + url
                + "\",\"protocolBinding\":\"JSONRPC\",\"protocolVersion\":\"1.0\"}],\"skills\":[{\"id\":\"sum\"}]}";
    }

    /** A task in a state, with what it gives. */
    static Reply task(String state, String more) {
        return result("{\"id\":\"t-1\",\"status\":{\"state\":\"TASK_STATE_" + state + "\"" + more);
    }

    static Reply sent(String state, String more) {
        return result("{\"task\":{\"id\":\"t-1\",\"status\":{\"state\":\"TASK_STATE_" + state + "\"" + more + "}");
    }

    static Reply result(String result) {
        return body("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
    }

    static Reply body(String body) {
        return status(200, body);
    }

    static Reply status(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    StandInAgent says(String method, Reply... said) {
        replies.put(method, List.of(said));
        return this;
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** Those of a method, as they came. */
    List<JsonObject> requests(String method) {
        return requests.stream()
                .filter(request -> request.get("method").orElse(Json.nul()).equals(Json.of(method)))
                .toList();
    }

    List<String> secrets() {
        return secrets;
    }

    /** The {@code traceparent} of each request that has one. */
    List<String> traces() {
        return traces;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String method = "card";
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (body.length > 0) {
            JsonObject request = (JsonObject) JsonReader.parse(new String(body, StandardCharsets.UTF_8));
            requests.add(request);
            method = request.text("method");
        }
        secrets.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
        traces.addAll(exchange.getRequestHeaders().getOrDefault("traceparent", List.of()));
        List<Reply> said = replies.getOrDefault(method, List.of(status(500, "unprepared")));
        int turn = asked.merge(method, 1, Integer::sum);
        try (exchange) {
            said.get(Math.min(turn, said.size()) - 1).to(exchange);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
