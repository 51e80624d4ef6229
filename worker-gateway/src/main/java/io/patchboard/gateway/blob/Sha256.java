package io.patchboard.gateway.blob;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Counts and hashes bytes on their way. For one thread. */
final class Sha256 {

    private final MessageDigest digest;
    private long bytes;

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Expected every JVM to have SHA-256.", e);
        }
    }

    void add(byte[] buffer, int count) {
        digest.update(buffer, 0, count);
        bytes += count;
    }

    long bytes() {
        return bytes;
    }

    /** Of all that was added; nothing can be added after it. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
