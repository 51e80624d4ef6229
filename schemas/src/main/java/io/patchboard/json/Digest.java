package io.patchboard.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A SHA-256 digest: 256 bits in four words, the most significant first. */
public record Digest(long first, long second, long third, long fourth) {

    static final int BYTES = 32;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** One for each thread: to look the algorithm up takes longer than to hash a short text. */
    private static final ThreadLocal<Sha256> SHA256 = ThreadLocal.withInitial(Digest::sha256);

    /** @param hash where a digest is put before it is one */
    private record Sha256(MessageDigest algorithm, byte[] hash) {}

    private static Sha256 sha256() {
        try {
            return new Sha256(MessageDigest.getInstance("SHA-256"), new byte[BYTES]);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Of the first so many bytes. */
    static Digest of(byte[] bytes, int length) {
        Sha256 sha256 = SHA256.get();
        byte[] hash = sha256.hash();
        sha256.algorithm().update(bytes, 0, length);
        try {
            sha256.algorithm().digest(hash, 0, BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("A digest of SHA-256 has 32 bytes.", e);
        }
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
        byte[] digits = new byte[2 * BYTES];
        hex(first, digits, 0);
        hex(second, digits, 16);
        hex(third, digits, 32);
        hex(fourth, digits, 48);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    /** The first 32 of these digits. */
    public String firstHalf() {
        byte[] digits = new byte[BYTES];
        hex(first, digits, 0);
        hex(second, digits, 16);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    private static void hex(long word, byte[] digits, int at) {
        for (int i = 0; i < 16; i++) {
            digits[at + i] = Utf8Text.HEX[(int) (word >>> 60 - 4 * i) & 0xF];
        }
    }

    @Override
    public String toString() {
        return hex();
    }
}
