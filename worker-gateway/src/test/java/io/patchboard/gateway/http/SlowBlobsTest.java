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
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that hangs: what has to wait for it does, everything else does not, and nothing is lost. */
class SlowBlobsTest extends HttpServerRig {

    private static final int TRANSFERS = 16;
    private static final int LOOKS = 40;
    private static final Instant END = Instant.ofEpochSecond(100);

    @TempDir
    Path dir;

    private HeldBlobs blobs;
    private BlobLinks links;

    @BeforeEach
    void openStore() throws IOException {
        blobs = new HeldBlobs(DirectoryBlobs.open(dir, 1_000, 100_000));
        links = new BlobLinks(blobs, () -> Instant.EPOCH);
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
        HttpServer server = HttpServer.start(config(), List.of(routes -> BlobRoutes.mount(routes, links)));
        open.add(server);
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
