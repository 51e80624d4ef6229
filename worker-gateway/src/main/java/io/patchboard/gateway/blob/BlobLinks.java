package io.patchboard.gateway.blob;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.sign.Hmac;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How workers come to the bytes of the blobs in their views, which have handles alone: by a file, where they run on
 * this machine, or else by a URL that needs no token and is good until the invocation's deadline. Its capability is a
 * message authentication code of hash and end; the key is this process's, so a restart ends what it gave out.
 */
public final class BlobLinks {

    private static final Logger LOG = LoggerFactory.getLogger(BlobLinks.class);
    private static final int KEY_BYTES = 32;
    private static final Pattern CAPABILITY = Pattern.compile("(\\d{1,12})\\.([0-9a-f]{64})");

    private final BlobStore store;
    private final BlobLooks looks;
    private final InstantSource clock;
    private final byte[] key = new byte[KEY_BYTES];

    public BlobLinks(BlobStore store, InstantSource clock) {
        this.store = store;
        this.looks = new BlobLooks(store);
        this.clock = clock;
        new SecureRandom().nextBytes(key);
    }

    public BlobStore store() {
        return store;
    }

    /** Whether blobs are in the store, without waiting for one that is slow. */
    public BlobLooks looks() {
        return looks;
    }

    /**
     * By hash, the files of the blobs in a view; of one that is not in the store, or spoilt there, there is none.
     *
     * @throws IOException if the store fails, or does not give them in time
     */
    public JsonObject files(JsonObject view, Duration most) throws IOException, InterruptedException {
        return BlobHandle.in(view).isEmpty() ? JsonObject.EMPTY : BlobReads.within(most, () -> files(view));
    }

    private JsonObject files(JsonObject view) throws IOException {
        JsonObject.Builder files = JsonObject.builder();
        for (BlobHandle blob : BlobHandle.in(view)) {
            files.putIfPresent(blob.sha256(), file(blob.sha256()).map(file -> Json.of(file.toString())));
        }
        return files.build();
    }

    private Optional<Path> file(String sha256) throws IOException {
        try {
            return store.file(sha256);
        } catch (BlobException e) {
            if (e.kind() != BlobException.Kind.HASH) {
                throw e;
            }
            LOG.warn("Expected to give a worker blob {}, but: {}", sha256, e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * By hash, URLs of the blobs in a view; of one of which the store says that it is missing there is none.
     *
     * @param server where {@code /v1/blobs} is
     * @param until good before this, to the second
     */
    public JsonObject urls(JsonObject view, URI server, Instant until) {
        return places(view, server.toString().replaceAll("/+$", ""), until);
    }

    /** The same, without the server, for whoever is talking to it. */
    public JsonObject paths(JsonObject view, Instant until) {
        return places(view, "", until);
    }

    private JsonObject places(JsonObject view, String server, Instant until) {
        String base = server + "/v1/blobs/";
        JsonObject.Builder urls = JsonObject.builder();
        List<String> named =
                BlobHandle.in(view).stream().map(BlobHandle::sha256).toList();
        Set<String> missing = looks.missing(named).map(Set::copyOf).orElse(Set.of());
        named.stream()
                .filter(sha256 -> !missing.contains(sha256))
                .forEach(sha256 -> urls.put(sha256, base + sha256 + "?capability=" + capability(sha256, until)));
        return urls.build();
    }

    private String capability(String sha256, Instant until) {
        return until.getEpochSecond() + "." + code(sha256, Long.toString(until.getEpochSecond()));
    }

    /** Whether it is that of a URL for this blob, and still good. */
    public boolean admits(String sha256, String capability) {
        Matcher parts = CAPABILITY.matcher(capability);
        return parts.matches()
                && MessageDigest.isEqual(bytes(code(sha256, parts.group(1))), bytes(parts.group(2)))
                && clock.instant().getEpochSecond() < Long.parseLong(parts.group(1));
    }

    private String code(String sha256, String end) {
        return HexFormat.of().formatHex(Hmac.of(key, bytes(sha256 + "." + end)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** An invocation as a worker gets it, and beside it where its blobs are, if there are any. */
    public static JsonObject beside(JsonObject invocation, JsonObject places) {
        return places.isEmpty() ? invocation : invocation.with("blobs", places);
    }
}
