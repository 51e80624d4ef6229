package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.blob.BlobException;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobLooks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.EntityTag;
import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.Json;
import io.patchboard.record.BlobHandle;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /v1/blobs}: bytes go to the store, and come from it, as they are read; none are kept in memory. */
public final class BlobRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(BlobRoutes.class);
    private static final int AT_ONCE = 16;
    private static final int CHUNK = 64 * 1024;

    /** Of a blob that is refused, what is read and thrown away, so that its caller sees the answer. */
    private static final long MOST_THROWN_AWAY = 16L * 1024 * 1024;

    /** What browsers show without running anything. All else is bytes to them, whatever it says. */
    private static final Set<String> SHOWN = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private static final String ONE = "/v1/blobs/{sha256}";
    private static final String TYPE = "type";
    private static final String SHA256 = "sha256";

    private final BlobStore store;
    private final BlobLooks looks;
    private final LongSupplier nanos;
    private final Semaphore transfers = new Semaphore(AT_ONCE);

    private BlobRoutes(BlobLinks links, LongSupplier nanos) {
        this.store = links.store();
        this.looks = links.looks();
        this.nanos = nanos;
    }

    /**
     * Adds the routes.
     *
     * @param links to the blobs of a store; their URLs are let in without a token
     */
    public static void mount(Routes routes, BlobLinks links) {
        mount(routes, links, System::nanoTime);
    }

    /** @param nanos by which the time of transfers is measured */
    public static void mount(Routes routes, BlobLinks links, LongSupplier nanos) {
        BlobRoutes blobs = new BlobRoutes(links, nanos);
        routes.getWithoutToken(ONE, links::admits)
                .open()
                .take("PUT", "/v1/blobs", blobs::put, SHA256)
                .take("GET", ONE, blobs::get, TYPE, Routes.CAPABILITY)
                .head(ONE, blobs::head, TYPE, Routes.CAPABILITY);
    }

    /** Whoever may bring values to a board may bring what they point to. */
    private static void requirePut(Call call) {
        Principal caller = call.principal();
        call.require(
                caller.may(Right.CREATE)
                        || caller.may(Right.OPERATE)
                        || !caller.propose().isEmpty()
                        || !caller.answer().isEmpty(),
                "a token with the right create or operate, or to propose or answer");
    }

    /** Whoever may see boards, or is invited to work on them. */
    private static void requireGet(Call call) {
        if (!call.isAdmittedWithoutToken()) {
            Principal caller = call.principal();
            call.require(
                    caller.may(Right.READ) || !caller.answer().isEmpty(), "a token with the right read, or to answer");
        }
    }

    private void put(Call call, InputStream body, Line line) throws IOException {
        requirePut(call);
        Optional<String> expected = call.query(SHA256).map(BlobRoutes::hash);
        String type = type(call.contentType());
        taken(call, time -> {
            InputStream bytes = time.of(body);
            BlobStore.Stored stored;
            try {
                stored = store.put(bytes, expected);
            } catch (BlobException e) {
                throwAway(bytes);
                throw problem(e);
            } catch (IOException e) {
                throw failed("Expected the store to take this blob, but it failed: " + e + ".");
            }
            line.reply(
                    Reply.of(stored.isNew() ? 201 : 200, new BlobHandle(stored.sha256(), stored.bytes(), type).toJson())
                            .withHeader("Location", "/v1/blobs/" + stored.sha256()));
        });
    }

    private static String type(String said) {
        if (!said.isEmpty() && !BlobHandle.isType(said)) {
            throw Problem.of(
                            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                            "Expected a media type such as image/png as Content-Type, but got \"" + said + "\".")
                    .asException();
        }
        return said.isEmpty() ? BlobHandle.ANY_BYTES : said;
    }

    private static void throwAway(InputStream body) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long left = MOST_THROWN_AWAY;
        try {
            for (int count = body.read(chunk); count >= 0 && left > 0; count = body.read(chunk)) {
                left -= count;
            }
        } catch (ProblemException e) {
            LOG.debug("Expected the rest of a blob that was refused, but: {}", e.getMessage());
        }
    }

    private void get(Call call, InputStream body, Line line) throws IOException {
        requireGet(call);
        String sha256 = hash(call.pathParameter(SHA256));
        String type = shown(call);
        taken(call, time -> {
            Optional<BlobStore.Content> found = opened(sha256);
            try (BlobStore.Content content = found.orElseThrow(() -> missing(sha256))) {
                if (new EntityTag(sha256).isKnownTo(call)) {
                    line.reply(new Reply(304, type, headers(sha256, type), new byte[0], () -> {}));
                    return;
                }
                byte[] chunk = new byte[CHUNK];
                int count = read(content, chunk);
                line.begin(type, content.bytes(), headers(sha256, type));
                while (count >= 0) {
                    line.write(Arrays.copyOf(chunk, count));
                    time.add(count);
                    count = content.stream().read(chunk);
                }
            } catch (BlobException e) {
                LOG.warn("Expected to send a blob to its end, but broke off: {}", e.getMessage());
                throw e;
            }
        });
    }

    /** The first bytes: what is wrong by then can still be told. */
    private static int read(BlobStore.Content content, byte[] chunk) throws IOException {
        try {
            return content.stream().read(chunk);
        } catch (BlobException e) {
            throw problem(e);
        }
    }

    private Optional<BlobStore.Content> opened(String sha256) throws IOException {
        try {
            return store.open(sha256);
        } catch (BlobException e) {
            throw problem(e);
        }
    }

    private CompletionStage<Reply> head(Call call) {
        requireGet(call);
        String sha256 = hash(call.pathParameter(SHA256));
        String type = shown(call);
        int status = new EntityTag(sha256).isKnownTo(call) ? 304 : 200;
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                answer.complete(head(status, sha256, type));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private Reply head(int status, String sha256, String type) {
        OptionalLong bytes = looks.size(sha256).orElseThrow(BlobRoutes::slow);
        return new Reply(status, type, headers(sha256, type), new byte[0], () -> {})
                .withHeader("Content-Length", Long.toString(bytes.orElseThrow(() -> missing(sha256))));
    }

    private static String shown(Call call) {
        return call.query(TYPE).filter(SHOWN::contains).orElse(BlobHandle.ANY_BYTES);
    }

    /** What somebody put there is nothing of ours: no browser is to run it under our name. */
    private static Map<String, String> headers(String sha256, String type) {
        return Map.of(
                EntityTag.HEADER,
                new EntityTag(sha256).text(),
                "Cache-Control",
                "private, max-age=31536000, immutable",
                "X-Content-Type-Options",
                "nosniff",
                "Content-Security-Policy",
                "default-src 'none'; sandbox",
                "Content-Disposition",
                SHOWN.contains(type) ? "inline" : "attachment");
    }

    @FunctionalInterface
    private interface Transfer {
        void run(TransferTime time) throws IOException;
    }

    /** Where there is room for one more. */
    private void taken(Call call, Transfer transfer) throws IOException {
        if (!transfers.tryAcquire()) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected at most " + AT_ONCE + " blobs on their way at once, but there are as many. Try"
                                    + " again in a moment.")
                    .withHeader("Retry-After", "1")
                    .withHeader("Connection", "close")
                    .asException();
        }
        try (TransferTime time = new TransferTime(nanos, call::hangUp)) {
            transfer.run(time);
        } finally {
            transfers.release();
        }
    }

    private static String hash(String text) {
        if (!BlobHandle.isHash(text)) {
            throw new ProblemException(
                    HttpStatus.BAD_REQUEST,
                    "Expected a SHA-256 of 64 hexadecimal digits in lower case, but got " + Json.of(text) + ".");
        }
        return text;
    }

    private static ProblemException missing(String sha256) {
        return Problem.of(
                        HttpStatus.NOT_FOUND,
                        "Expected a blob that was put here, but the store has none with the SHA-256 " + sha256
                                + ". Put it again, or look whether it was collected.")
                .withType("blob-missing")
                .asException();
    }

    private static ProblemException slow() {
        return failed("Expected the store to say within a second whether it has a blob, but it is slow, or fails.");
    }

    private static ProblemException failed(String detail) {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, detail)
                .withType("blobs-failed")
                .withHeader("Retry-After", "10")
                .asException();
    }

    private static ProblemException problem(BlobException failure) {
        Problem problem = switch (failure.kind()) {
            case TOO_LARGE ->
                Problem.of(HttpStatus.CONTENT_TOO_LARGE, failure.getMessage()).withType("blob-too-large");
            case FULL ->
                Problem.of(HttpStatus.INSUFFICIENT_STORAGE, failure.getMessage())
                        .withType("blobs-full");
            case HASH ->
                Problem.of(HttpStatus.UNPROCESSABLE_CONTENT, failure.getMessage())
                        .withType("blob-hash");
            case FAILED ->
                Problem.of(HttpStatus.SERVICE_UNAVAILABLE, failure.getMessage())
                        .withType("blobs-failed")
                        .withHeader("Retry-After", "10");
        };
        return problem.withHeader("Connection", "close").asException();
    }
}
