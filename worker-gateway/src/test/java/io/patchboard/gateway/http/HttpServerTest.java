package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server with routes of its own, spoken to by a real client, or by bytes where a client would be too polite. */
class HttpServerTest {

    /** More than the buffers of two sockets take; one for all, as the tests share a small heap. */
    private static final Reply LARGE = Reply.ofText("text/plain", "x".repeat(32 * 1024 * 1024));

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int LIMIT = 1_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<CompletableFuture<Reply>> held = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final AtomicInteger undelivered = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void body_ofThePermittedSize_isRead() throws Exception {
        HttpServer server = started(config());

        HttpResponse<String> response = send(post(server, "/echo", "x".repeat(LIMIT)));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("\"" + LIMIT + "\"");
    }

    @Test
    void body_tooLargeByItsLength_isRefusedUnread() throws Exception {
        assertProblem(send(post(started(config()), "/echo", "x".repeat(LIMIT + 1))), 413);
    }

    @Test
    void body_tooLargeInChunks_isRefusedWhileItIsRead() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"));
            byte[] chunk = ascii("1F4\r\n" + "x".repeat(500) + "\r\n");
            for (int i = 0; i < 3; i++) {
                out.write(chunk);
            }
            out.flush();
            // The body never ends, and the answer comes all the same.
            assertThat(firstLine(socket)).contains("413");
        }
    }

    @Test
    void body_of100Megabytes_isRefusedAndTheServerGoesOn() throws Exception {
        HttpServer server = started(config());
        byte[] part = new byte[1024 * 1024];
        HttpRequest large = HttpRequest.newBuilder(URI.create(server.url() + "/echo"))
                .POST(BodyPublishers.ofByteArrays(Collections.nCopies(100, part)))
                .build();
        try {
            assertThat(send(large).statusCode()).isEqualTo(413);
        } catch (IOException e) {
            // The server hung up while the client was still sending, as it may.
            assertThat(e).isNotNull();
        }
        assertThat(send(post(server, "/echo", "x")).statusCode()).isEqualTo(200);
    }

    @Test
    void bodies_thatNeverEnd_takeNoThreadFromOthersAndTimeOut() throws Exception {
        HttpServer server = started(config().withBodyTime(Duration.ofSeconds(3)));
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Socket socket = connect(server);
            open.add(socket);
            socket.getOutputStream()
                    .write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"));
            slow.add(socket);
        }

        assertThat(send(post(server, "/echo", "quick")).statusCode()).isEqualTo(200);
        for (Socket socket : slow) {
            assertThat(firstLine(socket)).contains("408");
        }
    }

    @Test
    void requests_thatWait_takeNoThread() throws Exception {
        HttpServer server = started(config());
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add(http.sendAsync(post(server, "/hold", ""), BodyHandlers.ofString()));
        }
        await().atMost(PATIENCE).until(() -> heldCount() == 300);

        assertThat(send(post(server, "/echo", "quick")).statusCode()).isEqualTo(200);
        complete();
        for (CompletableFuture<HttpResponse<String>> response : waiting) {
            assertThat(response.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void replies_thatNobodyReads_takeNoThreadFromOthers() throws Exception {
        HttpServer server = started(config());
        for (int i = 0; i < 40; i++) {
            Socket socket = connect(server);
            open.add(socket);
            socket.getOutputStream().write(ascii("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }

        assertThat(send(post(server, "/echo", "quick")).statusCode()).isEqualTo(200);
    }

    @Test
    void reply_toOneWhoHasLeft_isKnownToBeUndelivered() throws Exception {
        HttpServer server = started(config());
        Socket socket = connect(server);
        socket.getOutputStream().write(ascii("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        assertThat(socket.getInputStream().read()).isPositive();
        socket.setSoLinger(true, 0);
        socket.close();

        await().atMost(PATIENCE).until(() -> undelivered.get() == 1);
    }

    @Test
    void caller_whoLeavesWhileWaiting_isSeenToBeGone() throws Exception {
        HttpServer server = started(config());
        try (Socket stays = connect(server)) {
            Socket leaves = connect(server);
            for (Socket socket : List.of(leaves, stays)) {
                int before = heldCount();
                socket.getOutputStream()
                        .write(ascii("POST /hold HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"));
                await().atMost(PATIENCE).until(() -> heldCount() == before + 1);
            }
            leaves.close();

            await().atMost(PATIENCE).until(() -> calls.get(0).isGone());
            assertThat(calls.get(1).isGone()).isFalse();
            complete();
            assertThat(firstLine(stays)).contains("200");
        }
    }

    @Test
    void nextRequest_seenWhileLooking_isNotAnsweredWithBytesMissing() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("POST /hold HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"));
            await().atMost(PATIENCE).until(() -> heldCount() == 1);
            socket.getOutputStream().write(ascii("GET /text HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            await().atMost(PATIENCE)
                    .until(() -> !calls.get(0).isGone() && calls.get(0).mustClose());
            complete();

            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).startsWith("HTTP/1.1 200").contains("Connection: close");
            assertThat(all.split("HTTP/1.1", -1)).hasSize(2);
        }
    }

    @Test
    void unknownPath_isAProblem() throws Exception {
        JsonObject problem = assertProblem(send(get(started(config()), "/nothing")), 404);

        assertThat(problem.get("instance")).contains(Json.of("/nothing"));
    }

    @Test
    void wrongMethod_isAProblemThatNamesTheRightOne() throws Exception {
        HttpServer server = started(config());
        HttpRequest delete = HttpRequest.newBuilder(URI.create(server.url() + "/echo"))
                .DELETE()
                .build();

        HttpResponse<String> response = send(delete);

        assertProblem(response, 405);
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void failure_isAProblemWithoutDetails() throws Exception {
        HttpServer server = started(config());

        assertThat(assertProblem(send(get(server, "/fails")), 500).toString()).doesNotContain("secret words");
        assertThat(assertProblem(send(get(server, "/throws")), 500).toString()).doesNotContain("secret words");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a/../../b%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "nonsense\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: nine\r\n\r\n",
            })
    void requests_thatAreNoHttp_areRefused(String request) throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(ascii(request));
            assertThat(firstLine(socket)).matches("HTTP/1\\.[01] [45]\\d\\d.*");
        }
        assertThat(send(get(server, "/text")).statusCode()).isEqualTo(200);
    }

    @Test
    void pathParameter_withASlash_isOneParameter() throws Exception {
        HttpResponse<String> response = send(get(started(config()), "/name/a%2Fb%20%C3%A9%25"));

        assertThat(response.body()).isEqualTo("\"a/b é%\"");
    }

    @Test
    void withoutToken_otherHostsAndSitesAreRefused() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(ascii("GET /text HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
            assertThat(firstLine(socket)).contains("421");
        }
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("GET /text HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n"));
            assertThat(firstLine(socket)).contains("403");
        }
    }

    @Test
    void withToken_onlyWhoBringsItComesIn() throws Exception {
        HttpServer server = started(config().withToken(Optional.of(new Secret("let-me-in"))));

        HttpResponse<String> without = send(get(server, "/text"));
        assertProblem(without, 401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"patchboard\"");
        assertThat(without.body()).doesNotContain("let-me-in");
        assertProblem(send(withToken(server, "/text", "let-me-on")), 401);
        assertProblem(send(withToken(server, "/nothing", "x")), 401);
        for (String second : List.of("Bearer let-me-on", "Bearer let-me-in")) {
            HttpRequest twice = HttpRequest.newBuilder(URI.create(server.url() + "/text"))
                    .header("Authorization", "Bearer let-me-in")
                    .header("Authorization", second)
                    .build();
            assertProblem(send(twice), 400);
        }
        assertThat(send(withToken(server, "/text", "let-me-in")).statusCode()).isEqualTo(200);
        assertThat(send(get(server, "/health/live")).statusCode()).isEqualTo(200);
    }

    @Test
    void withToken_bodiesOfStrangersAreNotRead() throws Exception {
        HttpServer server = started(config().withToken(Optional.of(new Secret("let-me-in"))));
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"));
            assertThat(firstLine(socket)).contains("401");
        }
    }

    @Test
    void withToken_pathWithASecretOfItsOwn_needsNone() throws Exception {
        HttpServer server = started(config().withToken(Optional.of(new Secret("let-me-in"))));

        assertThat(send(post(server, "/secret/known%2F1/answer", "")).body()).isEqualTo("true");
        assertProblem(send(post(server, "/secret/other/answer", "")), 401);
        assertProblem(send(get(server, "/secret/known%2F1/answer")), 401);
        assertProblem(send(post(server, "/echo", "/secret/known%2F1/answer")), 401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.2", "127.0.0.1", "localhost"})
    void hostThatItListensOn_isItsOwn(String host) throws Exception {
        HttpServer server = started(config().withHost(host, Optional.empty()));

        assertThat(send(get(server, "/text")).statusCode()).isEqualTo(200);
    }

    @Test
    void requestThatWaits_whenTheServerIsClosed_endsWithoutAFault() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("POST /hold HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"));
            await().atMost(PATIENCE).until(() -> heldCount() == 1);
            server.close();

            held.get(0).completeExceptionally(new IllegalStateException("late"));
            assertThat(firstLine(socket)).doesNotContain("200");
        }
    }

    @Test
    void requestThatWaits_whenTheServerIsClosed_isAnsweredWithinTheClosingTime() throws Exception {
        HttpServer server = started(config().withClosingTime(PATIENCE));
        CompletableFuture<HttpResponse<String>> response =
                http.sendAsync(post(server, "/hold", ""), HttpResponse.BodyHandlers.ofString());
        await().atMost(PATIENCE).until(() -> heldCount() == 1);
        Thread closing = Thread.ofVirtual().start(server::close);
        await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.TIMED_WAITING);

        held.get(0).complete(Reply.of(200, Json.of("late")));

        assertThat(response.join().statusCode()).isEqualTo(200);
        closing.join();
    }

    @Test
    void failures_ofKafka_haveTheStatusThatFits() {
        Problem tooLarge = Problems.of(new RecordTooLargeException("over 1048576 bytes"), "/p");
        assertThat(tooLarge.status().getCode()).isEqualTo(413);
        Problem slow = Problems.of(new TimeoutException("no answer"), "/p");
        assertThat(slow.status().getCode()).isEqualTo(503);
        assertThat(slow.headers()).containsKey("Retry-After");
        Problem forbidden = Problems.of(new TopicAuthorizationException("patchboard.proposals"), "/p");
        assertThat(forbidden.status().getCode()).isEqualTo(503);
        assertThat(forbidden.headers()).doesNotContainKey("Retry-After");
    }

    @Test
    void otherThanLoopback_withoutToken_isRefused() {
        assertThatThrownBy(() -> config().withHost("0.0.0.0", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0", "token");
    }

    @Test
    void port_thatIsTaken_isToldByItsNumber() {
        HttpServer server = started(config());
        int port = URI.create(server.url()).getPort();

        assertThatThrownBy(() -> started(HttpServerConfig.onPort(port)))
                .isInstanceOf(HttpStartException.class)
                .hasMessageContaining(Integer.toString(port));
    }

    private static HttpServerConfig config() {
        return HttpServerConfig.onPort(0).withMaxBodyBytes(LIMIT).withClosingTime(Duration.ofMillis(100));
    }

    private HttpServer started(HttpServerConfig config) {
        HttpServer server = HttpServer.start(config, List.of(this::mount));
        open.add(server);
        return server;
    }

    private void mount(Routes routes) {
        Health.mount(routes, Optional::empty);
        routes.post(
                        "/secret/{name}/answer",
                        call -> CompletableFuture.completedFuture(
                                Reply.of(200, Json.of(call.isAdmittedWithoutToken()))))
                .postWithoutToken("/secret/{name}/answer", "known/1"::equals)
                .post(
                        "/echo",
                        call -> call.body().thenApply(body -> Reply.of(200, Json.of(Integer.toString(body.length)))))
                .post("/hold", call -> call.body().thenCompose(body -> hold(call)))
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

    private synchronized int heldCount() {
        return held.size();
    }

    private synchronized void complete() {
        held.forEach(one -> one.complete(Reply.of(200, Json.of("done"))));
    }

    private Reply large() {
        return LARGE.ifUndelivered(undelivered::incrementAndGet);
    }

    private static JsonObject assertProblem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonObject problem = (JsonObject) JsonReader.parse(response.body());
        assertThat(problem.names()).contains("type", "title", "status", "detail", "instance");
        assertThat(problem.get("status")).contains(Json.of(status));
        return problem;
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, BodyHandlers.ofString());
    }

    private static HttpRequest get(HttpServer server, String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).build();
    }

    private static HttpRequest withToken(HttpServer server, String path, String token) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + token)
                .build();
    }

    private static HttpRequest post(HttpServer server, String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static Socket connect(HttpServer server) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String firstLine(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.append((char) b);
        }
        return line.toString().strip();
    }
}
