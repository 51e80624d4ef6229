package io.patchboard.kernel.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.metrics.PrometheusMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * What a kernel that runs on its own tells over HTTP: {@code /metrics}, {@code /health/live} and {@code /health/ready}.
 * Nothing of any board, so there is no token.
 */
final class KernelHttp implements AutoCloseable {

    private static final String JSON = "application/json";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private KernelHttp(HttpServer server) {
        this.server = server;
    }

    /**
     * Listens.
     *
     * @param ready whether boards are restored and inputs are read
     * @throws KernelStartException if it cannot
     */
    static KernelHttp start(InetSocketAddress address, PrometheusMetrics metrics, BooleanSupplier ready) {
        try {
            KernelHttp http = new KernelHttp(HttpServer.create(address, 0));
            http.server.setExecutor(http.threads);
            http.server.createContext(
                    "/metrics", call -> answer(call, 200, PrometheusMetrics.contentType(), metrics.text()));
            http.server.createContext("/health/live", call -> answer(call, 200, JSON, "{\"status\":\"live\"}"));
            http.server.createContext("/health/ready", call -> ready(call, ready.getAsBoolean()));
            http.server.start();
            return http;
        } catch (IOException e) {
            throw new KernelStartException(
                    "Expected to listen on " + address + ", but: " + e.getMessage()
                            + ". Choose another PATCHBOARD_HTTP_PORT or PATCHBOARD_HTTP_HOST.",
                    e);
        }
    }

    private static void ready(HttpExchange call, boolean ready) throws IOException {
        if (ready) {
            answer(call, 200, JSON, "{\"status\":\"ready\"}");
        } else {
            answer(
                    call,
                    503,
                    "application/problem+json",
                    "{\"status\":503,\"title\":\"Service Unavailable\",\"detail\":\"Expected the kernel to run, but it"
                            + " restores its boards or waits for Kafka.\"}");
        }
    }

    private static void answer(HttpExchange call, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        boolean known =
                call.getHttpContext().getPath().equals(call.getRequestURI().getPath());
        try (call) {
            call.getRequestBody().close();
            if (!known || !call.getRequestMethod().equals("GET")) {
                call.sendResponseHeaders(known ? 405 : 404, -1);
                return;
            }
            call.getResponseHeaders().set("Content-Type", type);
            call.sendResponseHeaders(status, body.length);
            call.getResponseBody().write(body);
        }
    }

    /** The port that it listens on. */
    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
