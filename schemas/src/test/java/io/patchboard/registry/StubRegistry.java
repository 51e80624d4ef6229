package io.patchboard.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A stub in this JVM that answers as the REST interface is documented. */
abstract class StubRegistry {

    /** What an answer below {@code /slow} takes. */
    static final Duration SLOW = Duration.ofSeconds(5);

    static final RegisteredSchema SCHEMA = RegisteredSchema.avro("\"string\"");

    record Reply(int status, String body) {}

    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<String> headers = new CopyOnWriteArrayList<>();
    final List<String> bodies = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    final AtomicLong nanos = new AtomicLong();
    HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    SchemaRegistryClient client() {
        return new SchemaRegistryClient(RegistryConfig.of(url()), nanos::get);
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    void reply(String request, int status, String body) {
        replies.put(request, new Reply(status, body));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            requests.add(exchange.getRequestMethod() + " " + path);
            headers.add(exchange.getRequestHeaders().entrySet().toString());
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (path.startsWith("/hang-in-body")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
            }
            if (path.startsWith("/slow")) {
                nanos.addAndGet(SLOW.toNanos());
            }
            if (path.startsWith("/hang")) {
                closing.await();
                return;
            }
            Reply reply = replies.getOrDefault(
                    exchange.getRequestMethod() + " " + path,
                    new Reply(404, "{\"error_code\":404,\"message\":\"HTTP 404\"}"));
            byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
