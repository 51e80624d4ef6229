package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.blob.HeldBlobs;
import io.patchboard.gateway.http.api.BlobRoutes;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that hangs or fails, and callers who stall: what has to wait for it does, everything else does not, and
 * nothing is lost.
 */
class SlowBlobsTest extends HttpServerRig {

    private static final int TRANSFERS = 16;
    private static final int LOOKS = 40;
    private static final int SMALL = 4 * 1024;

    /** More than the buffers of two sockets take. */
    private static final int LARGE = 16 * 1024 * 1024;

    private static final Instant END = Instant.ofEpochSecond(100);

    @TempDir
    Path dir;

    private HeldBlobs blobs;
    private BlobLinks links;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    @BeforeEach
    void openStore() throws IOException {
        blobs = new HeldBlobs(DirectoryBlobs.open(dir, LARGE, 2L * LARGE)) {
            @Override
            public Optional<Content> open(String sha256) throws IOException {
                opened.incrementAndGet();
                return super.open(sha256);
            }
        };
        links = new BlobLinks(blobs, () -> Instant.EPOCH);
    }

    private HttpServer served() {
        HttpServer server = HttpServer.start(config(), List.of(routes -> BlobRoutes.mount(routes, links, nanos::get)));
        open.add(server);
        return server;
    }

    private static HttpRequest put(HttpServer server, String text) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/v1/blobs"))
                .PUT(BodyPublishers.ofString(text))
                .build();
    }

    private static BlobStore.Stored stored(BlobStore store, String text) throws IOException {
        return store.put(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Optional.empty());
    }

    @Test
    void sixteenTransfersWait_whatMoreComesIsToldAtOnce_andNoneIsLost() throws Exception {
        HttpServer server = served();
        String before = stored(blobs, "before").sha256();
        blobs.hold();
        List<CompletableFuture<HttpResponse<String>>> puts = new ArrayList<>();
        for (int i = 0; i < TRANSFERS; i++) {
            puts.add(http.sendAsync(put(server, "blob " + i), BodyHandlers.ofString()));
        }
        await().atMost(PATIENCE).until(() -> blobs.waiting() == TRANSFERS);

        HttpResponse<String> more = send(put(server, "more"));
        assertThat(assertProblem(more, 503).toString()).contains("16 blobs on their way");
        assertThat(more.headers().firstValue("retry-after")).isPresent();
        URI there = URI.create(server.url() + "/v1/blobs/" + before);
        for (int i = 0; i < LOOKS; i++) {
            assertThat(http.send(HttpRequest.newBuilder(there).HEAD().build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(503);
        }
        assertThat(blobs.waiting()).as("looks that hang").isLessThan(TRANSFERS + LOOKS);
        assertThat(puts).noneMatch(CompletableFuture::isDone);

        blobs.release();
        for (CompletableFuture<HttpResponse<String>> put : puts) {
            assertThat(put.get().statusCode()).isEqualTo(201);
        }
        assertThat(send(put(server, "more")).statusCode()).isEqualTo(201);
        assertThat(send(get(server, "/v1/blobs/" + before)).body()).isEqualTo("before");
    }

    private Socket begun(HttpServer server, String request) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.setReceiveBufferSize(SMALL);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort()));
        socket.getOutputStream().write(ascii(request));
        socket.getOutputStream().flush();
        return socket;
    }

    private List<Path> incoming() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("incoming"))) {
            return files.toList();
        }
    }

    /** So that a connection is not idle. */
    @FunctionalInterface
    private interface Trickle {
        void move(Socket socket) throws IOException;
    }

    private static void moved(Socket socket, Trickle trickle) {
        try {
            trickle.move(socket);
        } catch (IOException e) {
            assertThat(e).as("closed by the server").isInstanceOf(SocketException.class);
        }
    }

    private void assertGivenUp(HttpServer server, List<Socket> slow, Trickle trickle) throws Exception {
        assertThat(send(put(server, "more")).statusCode()).isEqualTo(503);
        nanos.addAndGet(Duration.ofMinutes(20).toNanos());

        await().atMost(PATIENCE).until(() -> {
            slow.forEach(socket -> moved(socket, trickle));
            return send(put(server, "more")).statusCode() != 503;
        });
        String more = stored(blobs, "more").sha256();
        assertThat(send(get(server, "/v1/blobs/" + more)).body()).isEqualTo("more");
        await().atMost(PATIENCE).until(() -> incoming().isEmpty());
    }

    @Test
    void putsThatStall_loseTheirPlaces_andLeaveNothing() throws Exception {
        HttpServer server = served();
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < TRANSFERS; i++) {
            slow.add(begun(server, "PUT /v1/blobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nbegun"));
        }
        await().atMost(PATIENCE).until(() -> incoming().size() == TRANSFERS);

        assertGivenUp(server, slow, socket -> socket.getOutputStream().write('.'));
    }

    @Test
    void getsThatStall_loseTheirPlaces() throws Exception {
        HttpServer server = served();
        String large = stored(blobs, "x".repeat(LARGE)).sha256();
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < TRANSFERS; i++) {
            slow.add(begun(server, "GET /v1/blobs/" + large + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }
        await().atMost(PATIENCE).until(() -> opened.get() == TRANSFERS);

        assertGivenUp(
                server,
                slow,
                socket -> socket.getInputStream()
                        .skip(Math.min(SMALL, socket.getInputStream().available())));
    }

    @Test
    void storeThatFails_isNotOneWithoutTheBlob() throws Exception {
        HttpServer server = served();
        String path = "/v1/blobs/" + stored(blobs, "before").sha256();
        blobs.breakDown("stale file handle");

        assertThat(assertProblem(send(put(server, "more")), 503).toString()).contains("blobs-failed");
        assertThat(assertProblem(send(get(server, path)), 503).toString()).contains("stale file handle");
        HttpRequest head =
                HttpRequest.newBuilder(URI.create(server.url() + path)).HEAD().build();
        assertThat(http.send(head, BodyHandlers.discarding()).statusCode()).isEqualTo(503);
    }

    @Test
    void put_thatTheStoreFailsWith_isNoFaultOfTheConnection() throws Exception {
        links = new BlobLinks(
                new HeldBlobs(blobs) {
                    @Override
                    public Stored put(InputStream bytes, Optional<String> expected) throws IOException {
                        throw new NoSuchFileException("the directory for temporary files");
                    }
                },
                () -> Instant.EPOCH);

        assertThat(assertProblem(send(put(served(), "more")), 503).toString())
                .contains("blobs-failed", "the directory for temporary files");
    }

    @Test
    void workersGetUrls_whileTheStoreDoesNotSayWhatIsMissing() {
        String missing = "0".repeat(64);
        JsonObject view = JsonObject.of("photo", new BlobHandle(missing, 1, "image/png").toJson());
        blobs.hold();

        assertThat(links.paths(view, END).names()).containsExactly(missing);

        blobs.release();
        assertThat(new BlobLinks(blobs, () -> Instant.EPOCH).paths(view, END).names())
                .isEmpty();
    }
}
