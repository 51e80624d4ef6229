package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.http.api.BlobRoutes;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs over real HTTP, and over lines that break. */
class BlobRoutesTest extends HttpServerRig {

    private static final int MOST = 1_000_000;
    private static final byte[] BYTES = random(700_000, 1);

    @TempDir
    Path dir;

    private DirectoryBlobs blobs;
    private Instant now = Instant.EPOCH;
    private BlobLinks links;

    @BeforeEach
    void openStore() throws IOException {
        blobs = DirectoryBlobs.open(dir, MOST, 2L * MOST);
        links = new BlobLinks(blobs, () -> now);
    }

    private static byte[] random(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private HttpServer served(HttpServerConfig config) {
        HttpServer server = HttpServer.start(config, List.of(routes -> BlobRoutes.mount(routes, links)));
        open.add(server);
        return server;
    }

    private static HttpRequest put(HttpServer server, byte[] bytes, String query, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/v1/blobs" + query))
                .PUT(BodyPublishers.ofByteArray(bytes));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.build();
    }

    private HttpResponse<byte[]> got(HttpServer server, String path) throws Exception {
        return http.send(get(server, path), BodyHandlers.ofByteArray());
    }

    private BlobHandle stored(HttpServer server, byte[] bytes, String... headers) throws Exception {
        return BlobHandle.of(
                        JsonReader.parse(send(put(server, bytes, "", headers)).body()))
                .orElseThrow();
    }

    private List<Path> incoming() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("incoming"))) {
            return files.toList();
        }
    }

    @Test
    void put_largerThanABody_isTaken_andGotAsItWas() throws Exception {
        HttpServer server = served(config());

        HttpResponse<String> first = send(put(server, BYTES, "", "Content-Type", "image/png"));
        HttpResponse<String> again = send(put(server, BYTES, "", "Content-Type", "image/png; charset=x"));

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        BlobHandle blob = BlobHandle.of(JsonReader.parse(first.body())).orElseThrow();
        assertThat(blob.bytes()).isEqualTo(BYTES.length);
        assertThat(blob.type()).isEqualTo("image/png");
        assertThat(first.headers().firstValue("location")).contains("/v1/blobs/" + blob.sha256());

        HttpResponse<byte[]> back = got(server, "/v1/blobs/" + blob.sha256());
        assertThat(back.statusCode()).isEqualTo(200);
        assertThat(back.body()).isEqualTo(BYTES);
        assertThat(type(back)).isEqualTo("application/octet-stream");
        assertThat(back.headers().firstValue("content-disposition")).contains("attachment");
        assertThat(back.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(back.headers().firstValueAsLong("content-length")).hasValue(BYTES.length);
    }

    @Test
    void get_asAType_isShownAsAnImage_butAsNothingThatRuns() throws Exception {
        HttpServer server = served(config());
        String path = "/v1/blobs/" + stored(server, BYTES).sha256();

        HttpResponse<byte[]> page = got(server, path + "?type=text/html");
        assertThat(type(got(server, path + "?type=image/png"))).isEqualTo("image/png");
        assertThat(type(page)).isEqualTo("application/octet-stream");
        assertThat(page.headers().firstValue("content-security-policy")).contains("default-src 'none'; sandbox");
    }

    @Test
    void head_saysTheSizeAlone() throws Exception {
        HttpServer server = served(config());
        String path = "/v1/blobs/" + stored(server, BYTES).sha256();

        HttpResponse<byte[]> head = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).HEAD().build(), BodyHandlers.ofByteArray());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValueAsLong("content-length")).hasValue(BYTES.length);
        String tag = head.headers().firstValue("etag").orElseThrow();
        HttpResponse<Void> known = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .HEAD()
                        .header("If-None-Match", tag)
                        .build(),
                BodyHandlers.discarding());
        assertThat(known.statusCode()).as("as of GET").isEqualTo(304);
        assertThat(known.headers().firstValue("etag")).contains(tag);
        assertThat(http.send(
                                HttpRequest.newBuilder(URI.create(server.url() + "/v1/blobs/" + "0".repeat(64)))
                                        .HEAD()
                                        .build(),
                                BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void whatIsWrong_isAProblemThatSaysSo() throws Exception {
        HttpServer server = served(config());

        assertThat(text("detail", assertProblem(send(put(server, random(10, 1), "?sha256=" + "0".repeat(64))), 422)))
                .contains("0".repeat(64));
        assertThat(text("type", assertProblem(send(get(server, "/v1/blobs/" + "0".repeat(64))), 404)))
                .endsWith("blob-missing");
        assertProblem(send(get(server, "/v1/blobs/no-hash")), 400);
        assertProblem(send(put(server, random(10, 1), "?sha256=ABC")), 400);
        assertProblem(send(put(server, random(10, 1), "", "Content-Type", "nothing")), 415);
        assertProblem(send(put(server, random(10, 1), "", "Content-Encoding", "gzip")), 415);
        assertThat(text("type", assertProblem(send(put(server, random(MOST + 1, 1), "")), 413)))
                .endsWith("blob-too-large");
        assertThat(incoming()).isEmpty();
    }

    @Test
    void put_intoAFullStore_is507_andTheServerGoesOn() throws Exception {
        HttpServer server = served(config());
        stored(server, random(MOST, 1));
        stored(server, random(MOST, 2));

        JsonObject full = assertProblem(send(put(server, random(10, 3), "")), 507);

        assertThat(text("type", full)).endsWith("blobs-full");
        assertThat(text("detail", full)).contains("full", "blob collect");
        assertThat(incoming()).isEmpty();
    }

    @Test
    void put_thatIsCutOff_leavesNothing() throws Exception {
        HttpServer server = served(config());
        for (String length : List.of("Content-Length: 500000", "Transfer-Encoding: chunked")) {
            try (Socket socket = connect(server)) {
                socket.getOutputStream()
                        .write(ascii("PUT /v1/blobs HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n\r\n1000\r\n"));
                socket.getOutputStream().write(random(4_000, 1));
                socket.getOutputStream().flush();
                await().atMost(PATIENCE).until(() -> !incoming().isEmpty());
            }
            await().atMost(PATIENCE).until(() -> incoming().isEmpty());
        }
        assertThat(stored(server, BYTES).bytes()).isEqualTo(BYTES.length);
    }

    @Test
    void put_ofTheSameBlobByManyAtOnce_isOneBlob() throws Exception {
        HttpServer server = served(config());
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        byte[] bytes = random(200_000, 1);
        for (int i = 0; i < 6; i++) {
            answers.add(http.sendAsync(put(server, bytes, ""), BodyHandlers.ofString()));
        }

        List<Integer> codes = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            codes.add(answer.get().statusCode());
        }
        assertThat(codes).containsExactlyInAnyOrder(201, 200, 200, 200, 200, 200);
    }

    @Test
    void get_ofBytesThatTheStoreHasWrong_isBrokenOff() throws Exception {
        HttpServer server = served(config());
        BlobHandle large = stored(server, BYTES);
        BlobHandle small = stored(server, random(10, 1));
        for (BlobHandle blob : List.of(large, small)) {
            Path file = blobs.file(blob.sha256()).orElseThrow();
            byte[] other = random((int) blob.bytes(), 99);
            Files.delete(file);
            Files.write(file, other);
        }

        assertThatThrownBy(() -> got(server, "/v1/blobs/" + large.sha256())).isInstanceOf(IOException.class);
        assertThat(text("type", assertProblem(send(get(server, "/v1/blobs/" + small.sha256())), 422)))
                .endsWith("blob-hash");
    }

    @Test
    void rights_areThoseOfWhoeverWorksWithBoards() throws Exception {
        Map<String, Principal> known = Map.of(
                "reader", new Principal("reader", EnumSet.of(Right.READ), Set.of(), Set.of()),
                "creator", new Principal("creator", EnumSet.of(Right.CREATE), Set.of(), Set.of()),
                "worker", new Principal("worker", EnumSet.noneOf(Right.class), Set.of(), Set.of("q")),
                "approver", new Principal("approver", EnumSet.of(Right.APPROVE), Set.of(), Set.of()));
        Principals principals = token -> Optional.ofNullable(known.get(token));
        HttpServer server = served(config().withPrincipals(principals));
        byte[] bytes = random(10, 1);

        assertThat(send(put(server, bytes, "", "Authorization", "Bearer creator"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(send(put(server, bytes, "", "Authorization", "Bearer worker"))
                        .statusCode())
                .isEqualTo(200);
        assertProblem(send(put(server, bytes, "", "Authorization", "Bearer reader")), 403);
        assertProblem(send(put(server, bytes, "")), 401);
        BlobHandle blob = stored(server, bytes, "Authorization", "Bearer worker");
        for (String token : known.keySet()) {
            HttpRequest asked = HttpRequest.newBuilder(URI.create(server.url() + "/v1/blobs/" + blob.sha256()))
                    .header("Authorization", "Bearer " + token)
                    .build();
            assertThat(send(asked).statusCode())
                    .as(token)
                    .isEqualTo(Set.of("reader", "worker").contains(token) ? 200 : 403);
        }
    }

    @Test
    void url_ofAWorker_needsNoToken_untilItsEnd_andLeadsToItsBlobAlone() throws Exception {
        Principals nobody = token -> Optional.empty();
        HttpServer server = served(config().withPrincipals(nobody));
        String mine =
                blobs.put(new ByteArrayInputStream(BYTES), Optional.empty()).sha256();
        String other = blobs.put(new ByteArrayInputStream(random(10, 1)), Optional.empty())
                .sha256();
        JsonObject view = JsonObject.of(
                "photos",
                JsonReader.parse("[" + new BlobHandle(mine, BYTES.length, "image/png").toJson() + ","
                        + new BlobHandle("0".repeat(64), 1, "image/png").toJson() + "]"));

        JsonObject urls = links.urls(view, URI.create(server.url() + "/"), Instant.ofEpochSecond(100));

        assertThat(urls.names()).as("what is missing has none").containsExactly(mine);
        String url = ((JsonString) urls.get(mine).orElseThrow()).value();
        assertThat(status(url)).isEqualTo(200);
        assertThat(status(url.replace(mine, other))).isEqualTo(401);
        assertThat(status(url.replace("=100.", "=101."))).isEqualTo(401);
        assertThat(status(url.replaceAll("\\?.*", ""))).isEqualTo(401);
        now = Instant.ofEpochSecond(100);
        assertThat(status(url)).isEqualTo(401);
    }

    private int status(String url) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url)).build()).statusCode();
    }

    private static String type(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("content-type").orElse("").replaceFirst(";.*", "");
    }

    private static String text(String name, JsonObject problem) {
        return problem.get(name).orElse(Json.nul()) instanceof JsonString text ? text.value() : "";
    }
}
