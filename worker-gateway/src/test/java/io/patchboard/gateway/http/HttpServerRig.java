package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.Context;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** A real server with routes of its own, spoken to by a real client, or by bytes where a client would be too polite. */
abstract class HttpServerRig {

    /** More than the buffers of two sockets take; one for all, as the tests share a small heap. */
    private static final Reply LARGE = Reply.ofText("text/plain", "x".repeat(32 * 1024 * 1024));

    static final Duration PATIENCE = Duration.ofMinutes(5);
    static final int LIMIT = 1_000;
    final HttpClient http = HttpClient.newHttpClient();
    final List<AutoCloseable> open = new ArrayList<>();
    final List<CompletableFuture<Reply>> held = new ArrayList<>();
    final List<Call> calls = new ArrayList<>();
    final AtomicInteger undelivered = new AtomicInteger();

    /** The request to {@code /late}, which is answered with the other. */
    final CompletableFuture<Context> late = new CompletableFuture<>();

    final CompletableFuture<Void> lateAnswer = new CompletableFuture<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    static HttpServerConfig config() {
        return HttpServerConfig.onPort(0).withMaxBodyBytes(LIMIT).withClosingTime(Duration.ofMillis(100));
    }

    HttpServer started(HttpServerConfig config) {
        HttpServer server = HttpServer.start(config, List.of(this::mount));
        open.add(server);
        return server;
    }

    private void mount(Routes routes) {
        Health.mount(routes, Optional::empty);
        routes.post(
                        "/secret/{name}/answer",
                        call -> CompletableFuture.completedFuture(
                                Reply.of(200, Json.of(call.isAdmittedWithoutToken()))),
                        Routes.CAPABILITY)
                .postWithoutToken(
                        "/secret/{name}/answer",
                        (name, capability) -> name.equals("known/1") && capability.equals("sesame"))
                .post(
                        "/echo",
                        call -> call.body().thenApply(body -> Reply.of(200, Json.of(Integer.toString(body.length)))))
                .post("/hold", call -> call.body().thenCompose(body -> hold(call)))
                .getAtOnce(
                        "/late",
                        context -> context.future(() -> {
                            late.complete(context);
                            return lateAnswer;
                        }))
                .getAtOnce(
                        "/at-once",
                        context -> context.header("ETag", "\"large\"")
                                .contentType("text/plain")
                                .result(new byte[LARGE.body().length / 2]))
                .converse("GET", "/talk", (call, body, line) -> {})
                .converse("DELETE", "/talk", (call, body, line) -> {})
                .converse("POST", "/talk", (call, body, line) -> {
                    try {
                        line.reply(LARGE);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get("/text", call -> CompletableFuture.completedFuture(Reply.of(200, Json.of("text"))))
                .get(
                        "/name/{name}",
                        call -> CompletableFuture.completedFuture(Reply.of(200, Json.of(call.pathParameter("name")))))
                .get("/large", call -> CompletableFuture.completedFuture(large()))
                .get("/fails", call -> CompletableFuture.failedFuture(new IllegalStateException("secret words")))
                .get("/throws", call -> {
                    throw new IllegalStateException("secret words");
                });
    }

    private synchronized CompletableFuture<Reply> hold(Call call) {
        calls.add(call);
        held.add(new CompletableFuture<>());
        return held.get(held.size() - 1);
    }

    Reply large() {
        return LARGE.ifUndelivered(undelivered::incrementAndGet);
    }

    static JsonObject assertProblem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonObject problem = (JsonObject) JsonReader.parse(response.body());
        assertThat(problem.names()).contains("type", "title", "status", "detail", "instance");
        assertThat(problem.get("status")).contains(Json.of(status));
        return problem;
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, BodyHandlers.ofString());
    }

    static HttpRequest get(HttpServer server, String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).build();
    }

    static HttpRequest post(HttpServer server, String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    static Socket connect(HttpServer server) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static String firstLine(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.append((char) b);
        }
        return line.toString().strip();
    }
}
