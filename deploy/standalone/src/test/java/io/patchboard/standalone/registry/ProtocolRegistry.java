package io.patchboard.standalone.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.registry.RegistryState.Definition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A Schema Registry that speaks the documented REST interface: paths, content type, bodies, error codes. Written from
 * the documentation; {@link ProtocolRegistryTest} holds it to the bytes. It can be stopped and started again on its
 * port, made to answer nothing but an error, and it tells what it was asked.
 */
final class ProtocolRegistry implements AutoCloseable {

    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private final RegistryState state = new RegistryState();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private volatile Optional<String> authorization = Optional.empty();
    private volatile Optional<RegistryRefusal> outage = Optional.empty();
    private volatile CountDownLatch answers = new CountDownLatch(0);
    private HttpServer server;
    private int port;

    private record Reply(int status, String body) {}

    static ProtocolRegistry start() {
        ProtocolRegistry registry = new ProtocolRegistry();
        registry.open();
        return registry;
    }

    /** Opens the port again, with all that was registered. */
    void open() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = server.getAddress().getPort();
        ExecutorService pool = Executors.newCachedThreadPool();
        threads.add(pool);
        server.setExecutor(pool);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Closes the port; nobody answers until {@link #open}. */
    void shut() {
        server.stop(0);
    }

    @Override
    public void close() {
        goOn();
        shut();
        threads.forEach(ExecutorService::shutdownNow);
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    RegistryState state() {
        return state;
    }

    List<String> requests() {
        return requests;
    }

    void requireBasicAuth(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        authorization = Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** Answers everything so from now on. */
    void fail(int status, int errorCode, String message) {
        outage = Optional.of(new RegistryRefusal(status, errorCode, message));
    }

    void recover() {
        outage = Optional.empty();
    }

    /** Takes requests and answers none until {@link #goOn}. */
    void hang() {
        answers = new CountDownLatch(1);
    }

    void goOn() {
        answers.countDown();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            answers.await();
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            Reply reply = reply(exchange);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (outage.isPresent()) {
                throw outage.get();
            }
            String given = exchange.getRequestHeaders().getFirst("Authorization");
            if (authorization.isPresent() && !authorization.get().equals(given)) {
                throw new RegistryRefusal(401, 401, "Unauthorized");
            }
            boolean hasBody = !exchange.getRequestMethod().equals("GET");
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (hasBody && !body.isEmpty() && !isJson(type)) {
                throw new RegistryRefusal(415, 415, "HTTP 415 Unsupported Media Type");
            }
            return new Reply(200, route(exchange, body).toString());
        } catch (RegistryRefusal e) {
            Json error = JsonObject.builder()
                    .put("error_code", e.errorCode())
                    .put("message", e.getMessage())
                    .build();
            return new Reply(e.status(), error.toString());
        }
    }

    private static boolean isJson(String type) {
        return type != null
                && (type.startsWith(CONTENT_TYPE)
                        || type.startsWith("application/vnd.schemaregistry+json")
                        || type.startsWith("application/json"));
    }

    private Json route(HttpExchange exchange, String body) throws RegistryRefusal {
        String method = exchange.getRequestMethod();
        String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
        List<String> path = List.of(
                        exchange.getRequestURI().getRawPath().substring(1).split("/"))
                .stream()
                .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                .toList();
        String shape = method + " " + String.join("/", path);
        if (shape.equals("GET subjects")) {
            return JsonArray.ofStrings(state.subjects());
        } else if (shape.matches("GET schemas/ids/\\d+")) {
            return RegistryJson.schemaString(state.byId(Integer.parseInt(path.get(2))));
        } else if (shape.matches("GET schemas/ids/\\d+/versions")) {
            return uses(Integer.parseInt(path.get(2)));
        } else if (shape.equals("GET mode")) {
            return JsonObject.builder().put("mode", "READWRITE").build();
        } else if (path.get(0).equals("config") && path.size() <= 2) {
            return config(method, path.size() == 2 ? path.get(1) : "", body);
        } else if (path.get(0).equals("subjects") && path.size() >= 2) {
            return subject(method, path, query, body);
        } else if (method.equals("POST") && path.get(0).equals("compatibility") && path.size() == 5) {
            return compatibility(
                    path.get(2), path.get(4), query.contains("verbose=true"), RegistryJson.definition(body));
        }
        throw new RegistryRefusal(404, 404, "HTTP 404 Not Found");
    }

    private Json subject(String method, List<String> path, String query, String body) throws RegistryRefusal {
        String subject = path.get(1);
        boolean versions = path.size() >= 3 && path.get(2).equals("versions");
        if (method.equals("POST") && path.size() == 2) {
            return RegistryJson.version(subject, state.lookup(subject, RegistryJson.definition(body)));
        } else if (method.equals("DELETE") && path.size() == 2) {
            return JsonArray.ofLongs(
                    state.delete(subject).stream().map(Integer::longValue).toList());
        } else if (method.equals("POST") && versions && path.size() == 3) {
            return JsonObject.builder()
                    .put("id", state.register(subject, RegistryJson.definition(body)))
                    .build();
        } else if (method.equals("GET") && versions && path.size() == 3) {
            state.version(subject, "latest", false);
            return JsonArray.ofLongs(state.versions(subject).stream()
                    .map(version -> (long) version.version())
                    .toList());
        } else if (method.equals("GET") && versions && path.size() == 4) {
            return RegistryJson.version(subject, state.version(subject, path.get(3), query.contains("deleted=true")));
        }
        throw new RegistryRefusal(405, 405, "HTTP 405 Method Not Allowed");
    }

    private Json config(String method, String subject, String body) throws RegistryRefusal {
        if (method.equals("PUT")) {
            String level = RegistryJson.text(RegistryJson.object(body), "compatibility")
                    .orElse("");
            state.level(subject, level);
            return JsonObject.builder().put("compatibility", level).build();
        }
        return JsonObject.builder()
                .put("compatibilityLevel", state.level(subject))
                .build();
    }

    private Json compatibility(String subject, String version, boolean verbose, Definition definition)
            throws RegistryRefusal {
        List<String> problems = state.problems(subject, definition, version);
        JsonObject.Builder answer = JsonObject.builder().put("is_compatible", Json.of(problems.isEmpty()));
        if (verbose) {
            answer.put("messages", JsonArray.ofStrings(problems));
        }
        return answer.build();
    }

    private Json uses(int id) throws RegistryRefusal {
        List<Json> uses = new ArrayList<>();
        state.usesOf(id)
                .forEach((subject, version) -> uses.add(JsonObject.builder()
                        .put("subject", subject)
                        .put("version", version)
                        .build()));
        return JsonArray.copyOf(uses);
    }
}
