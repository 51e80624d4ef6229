package io.patchboard.standalone.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Somebody's webhook: keeps what it was sent, and answers as the test says. */
final class Receiver implements AutoCloseable {

    /** One request, with the moment at which it came, in nanoseconds. */
    record Request(String id, String timestamp, String signature, String body, int answered, long at) {

        String board() {
            return id.substring(0, id.indexOf(':'));
        }

        String field(String pointer) {
            Json found =
                    JsonPointer.parse(pointer).resolve(JsonReader.parse(body)).orElseThrow();
            return found.toString().replace("\"", "");
        }
    }

    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Function<String, Integer> answer = id -> 200;
    private volatile Duration retryAfter = Duration.ofSeconds(2);

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String id = headers.getFirst("webhook-id");
            int status = answer.apply(id);
            requests.add(new Request(
                    id,
                    headers.getFirst("webhook-timestamp"),
                    headers.getFirst("webhook-signature"),
                    body,
                    status,
                    System.nanoTime()));
            exchange.getResponseHeaders().set("Retry-After", Long.toString(retryAfter.toSeconds()));
            exchange.sendResponseHeaders(status, -1);
        }
    }

    /** @param byId the status for each {@code webhook-id} */
    void answer(Function<String, Integer> byId) {
        answer = byId;
    }

    /** @param asked what each answer says of the next attempt */
    void retryAfter(Duration asked) {
        retryAfter = asked;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    /** What was taken of a board, in the order of its first coming. */
    List<String> taken(String board) {
        return new ArrayList<>(new LinkedHashSet<>(requests.stream()
                .filter(request -> request.answered() == 200 && request.board().equals(board))
                .map(Request::id)
                .toList()));
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/a-secret-path";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
