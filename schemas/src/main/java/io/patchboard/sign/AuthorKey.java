package io.patchboard.sign;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** An author's public key, as blueprints and records have it: 32 bytes as base64url without padding. */
public final class AuthorKey {

    static final String ALGORITHM = "Ed25519";

    private static final int KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;

    /** Points whose signatures anybody can make (of order 1, 2, 4 and 8), without the bit that is their sign. */
    private static final Set<String> WEAK = Set.of(
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

    /** The prime of the curve's field, 2^255 - 19. */
    private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));

    private final String text;
    private final PublicKey key;

    private AuthorKey(String text, PublicKey key) {
        this.text = text;
        this.key = key;
    }

    /** @return absent if the text is no public key of Ed25519, or one for which anybody can sign */
    public static Optional<AuthorKey> parse(String text) {
        return Base64Url.decode(text, KEY_BYTES)
                .flatMap(AuthorKey::point)
                .flatMap(AuthorKey::key)
                .map(key -> new AuthorKey(text, key));
    }

    private static Optional<EdECPoint> point(byte[] bytes) {
        byte[] y = bytes.clone();
        boolean odd = y[KEY_BYTES - 1] < 0;
        y[KEY_BYTES - 1] &= Byte.MAX_VALUE;
        String hex = HexFormat.of().formatHex(y);
        BigInteger number = new BigInteger(1, reversed(y));
        return WEAK.contains(hex) || number.compareTo(PRIME) >= 0
                ? Optional.empty()
                : Optional.of(new EdECPoint(odd, number));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    /** Absent if the point is not on the curve. */
    private static Optional<PublicKey> key(EdECPoint point) {
        try {
            PublicKey key = KeyFactory.getInstance(ALGORITHM)
                    .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
            Signature.getInstance(ALGORITHM).initVerify(key);
            return Optional.of(key);
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** Whether who has this key's private half has signed these bytes, be the signature whatever it is. */
    public boolean verifies(byte[] signed, String signature) {
        Optional<byte[]> value = Base64Url.decode(signature, SIGNATURE_BYTES);
        if (value.isEmpty()) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(value.get());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    static String text(EdECPoint point) {
        byte[] y = Arrays.copyOf(reversed(point.getY().toByteArray()), KEY_BYTES);
        if (point.isXOdd()) {
            y[KEY_BYTES - 1] |= Byte.MIN_VALUE;
        }
        return Base64Url.encode(y);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AuthorKey that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As a blueprint has it. */
    @Override
    public String toString() {
        return text;
    }
}
