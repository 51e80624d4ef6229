package io.patchboard.client.log;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** The Merkle tree hash of RFC 9162 (Certificate Transparency 2.0), section 2.1.1, with SHA-256. */
final class MerkleTree {

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private MerkleTree() {}

    static byte[] leaf(String text) {
        MessageDigest digest = sha256();
        digest.update(LEAF);
        return digest.digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param leaves as {@link #leaf} makes them, in order */
    static byte[] root(List<byte[]> leaves) {
        if (leaves.isEmpty()) {
            return sha256().digest();
        } else if (leaves.size() == 1) {
            return leaves.get(0);
        }
        int left = Integer.highestOneBit(leaves.size() - 1);
        MessageDigest digest = sha256();
        digest.update(NODE);
        digest.update(root(leaves.subList(0, left)));
        digest.update(root(leaves.subList(left, leaves.size())));
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
