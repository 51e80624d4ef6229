package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** Counts and hashes bytes on their way. For one thread. */
final class Sha256 {

    private static final int CHUNK = 64 * 1024;

    private final MessageDigest digest;
    private long bytes;

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Expected every JVM to have SHA-256.", e);
        }
    }

    /** Of all bytes of a file, in Base64. */
    static String ofFile(Path file) throws IOException {
        Sha256 hash = new Sha256();
        byte[] chunk = new byte[CHUNK];
        try (InputStream bytes = Files.newInputStream(file)) {
            for (int count = bytes.read(chunk); count >= 0; count = bytes.read(chunk)) {
                hash.add(chunk, count);
            }
        }
        return Base64.getEncoder().encodeToString(hash.digest.digest());
    }

    void add(byte[] buffer, int count) {
        digest.update(buffer, 0, count);
        bytes += count;
    }

    long bytes() {
        return bytes;
    }

    /** @throws BlobException if another hash was expected */
    static void require(String sha256, Optional<String> expected) throws BlobException {
        if (expected.filter(hash -> !hash.equals(sha256)).isPresent()) {
            throw new BlobException(
                    BlobException.Kind.HASH,
                    "Expected bytes with the SHA-256 " + expected.get() + ", but these have " + sha256
                            + ". They were changed on their way, or the hash is another blob's.");
        }
    }

    /** Of all that was added; nothing can be added after it. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
