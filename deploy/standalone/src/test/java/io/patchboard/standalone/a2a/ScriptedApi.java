package io.patchboard.standalone.a2a;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.mcp.Caller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** In place of the HTTP API: says of each path what it was told to say, and 404 of all others. */
public final class ScriptedApi implements AutoCloseable {

    public static final Caller ANYBODY = new Caller(Optional.empty(), Optional.empty(), Optional.empty());

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    private record Answer(int status, String body) {}

    public ScriptedApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            exchange.getRequestBody().readAllBytes();
            asked.add(request);
            Answer answer = answers.getOrDefault(request, new Answer(404, "{\"detail\":\"Nothing there.\"}"));
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    public URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    /** What is asked for with this method and path is answered so from now on. */
    public void says(String request, int status, String body) {
        answers.put(request, new Answer(status, body));
    }

    /** All requests so far, as {@code GET /path}. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    public static JsonObject object(String text) {
        return (JsonObject) JsonReader.parse(text);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
