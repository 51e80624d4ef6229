package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.javalin.http.Context;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Requests that wait, and callers who leave or do not read. */
class WaitingRequestsTest extends HttpServerRig {

    /** With them, what they hold up would go on. */
    private static final Duration SOONER_THAN_IDLE_CONNECTIONS_END = Duration.ofSeconds(60);

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
    void repliesOfRoutesThatAnswerAtOnce_thatNobodyReads_takeNoThreadFromOthers() throws Exception {
        HttpServer server = started(config());
        for (int i = 0; i < 40; i++) {
            Socket socket = connect(server);
            open.add(socket);
            socket.getOutputStream().write(ascii("GET /at-once HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            assertThat(firstLine(socket)).containsAnyOf("200", "503");
        }

        assertThat(send(soon(server)).statusCode()).isEqualTo(200);
    }

    @Test
    void repliesOfConversations_thatNobodyReads_haveNoMoreRoomThanOthers() throws Exception {
        HttpServer server = started(config());
        long room = Math.max(
                2L * ContractLimits.MAX_READ_BYTES, Runtime.getRuntime().maxMemory() / 8);
        String last = "";
        for (long taken = 0; taken <= room; taken += large().body().length) {
            Socket socket = connect(server);
            open.add(socket);
            socket.getOutputStream()
                    .write(ascii("POST /talk HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"));
            last = firstLine(socket);
        }

        assertThat(last).contains("503");
    }

    @Test
    void reply_thatIsRead_isWhole_andLeavesItsRoomToOthers() throws Exception {
        HttpServer server = started(config());
        for (int i = 0; i < 40; i++) {
            HttpResponse<byte[]> reply = http.send(get(server, "/at-once"), BodyHandlers.ofByteArray());

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).hasSize(16 * 1024 * 1024);
            assertThat(reply.headers().firstValueAsLong("Content-Length")).hasValue(16 * 1024 * 1024);
            assertThat(reply.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
            assertThat(reply.headers().firstValue("ETag")).hasValue("\"large\"");
        }
    }

    /** Each asks and asks, and reads nothing, until nothing more goes over its connection. */
    @Test
    void refusals_thatNobodyReads_takeNoThreadFromOthers() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));
        ByteBuffer requests = ByteBuffer.wrap(ascii("GET /text HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000)));
        List<SocketChannel> channels = new ArrayList<>();
        List<ByteBuffer> unsent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SocketChannel channel = SocketChannel.open();
            open.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, 4_096);
            channel.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort()));
            channel.configureBlocking(false);
            channels.add(channel);
            unsent.add(requests.duplicate());
        }
        await().atMost(PATIENCE).during(Duration.ofSeconds(1)).until(() -> sent(channels, unsent) == 0);

        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/text"))
                .header("Authorization", "Bearer let-me-in")
                .timeout(SOONER_THAN_IDLE_CONNECTIONS_END)
                .build();
        assertThat(send(request).statusCode()).isEqualTo(200);
    }

    private static long sent(List<SocketChannel> channels, List<ByteBuffer> unsent) throws IOException {
        long sent = 0;
        for (int i = 0; i < channels.size(); i++) {
            if (!unsent.get(i).hasRemaining()) {
                unsent.get(i).rewind();
            }
            sent += channels.get(i).write(unsent.get(i));
        }
        return sent;
    }

    private static HttpRequest soon(HttpServer server) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/echo"))
                .POST(HttpRequest.BodyPublishers.ofString("quick"))
                .timeout(SOONER_THAN_IDLE_CONNECTIONS_END)
                .build();
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
    void answer_toARequestThatJettyHasTakenBack_comesToAnEnd() throws Exception {
        HttpServer server = started(config());
        http.sendAsync(get(server, "/late"), BodyHandlers.discarding());
        Context taken = late.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        taken.req().getAsyncContext().complete();
        await().atMost(PATIENCE).until(() -> isTakenBack(taken));

        Thread answering = Thread.ofPlatform().daemon().start(() -> lateAnswer.complete(null));

        assertThat(answering.join(Duration.ofMinutes(1))).isTrue();
        assertThat(send(get(server, "/text")).statusCode()).isEqualTo(200);
    }

    private static boolean isTakenBack(Context context) {
        try {
            context.statusCode();
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @RepeatedTest(20) // the server ends as soon as it may
    void requestThatWaits_whenTheServerIsClosed_isAnsweredWithinTheClosingTime() throws Exception {
        HttpServer server = started(config().withClosingTime(PATIENCE));
        CompletableFuture<HttpResponse<String>> response =
                http.sendAsync(post(server, "/hold", ""), HttpResponse.BodyHandlers.ofString());
        await().atMost(PATIENCE).until(() -> heldCount() == 1);
        Thread closing = Thread.ofVirtual().start(server::close);
        await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.TIMED_WAITING);

        complete();

        assertThat(response.join().statusCode()).isEqualTo(200);
        closing.join();
    }

    private synchronized int heldCount() {
        return held.size();
    }

    private synchronized void complete() {
        held.forEach(one -> one.complete(Reply.of(200, Json.of("done"))));
    }
}
