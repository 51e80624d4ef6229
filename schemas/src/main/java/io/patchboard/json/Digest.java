package io.patchboard.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest: 256 bits in four words, the most significant first. */
public record Digest(long first, long second, long third, long fourth) {

    static final int BYTES = 32;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** One for each thread: to look the algorithm up takes longer than to hash a short text. */
    private static final ThreadLocal<MessageDigest> SHA256 = ThreadLocal.withInitial(Digest::sha256);

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Of the first so many bytes. */
    static Digest of(byte[] bytes, int length) {
        MessageDigest sha256 = SHA256.get();
        sha256.update(bytes, 0, length);
        byte[] hash = sha256.digest();
        return new Digest(word(hash, 0), word(hash, 8), word(hash, 16), word(hash, 24));
    }

    private static long word(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    void writeTo(byte[] bytes, int at) {
        WORDS.set(bytes, at, first);
        WORDS.set(bytes, at + 8, second);
        WORDS.set(bytes, at + 16, third);
        WORDS.set(bytes, at + 24, fourth);
    }

    /** How many hexadecimal zeros it begins with; counted up to 16. */
    byte leadingZeros() {
        return (byte) (Long.numberOfLeadingZeros(first) / 4);
    }

    /** 64 lower-case hexadecimal digits. */
    public String hex() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(first) + hex.toHexDigits(second) + hex.toHexDigits(third) + hex.toHexDigits(fourth);
    }

    @Override
    public String toString() {
        return hex();
    }
}
