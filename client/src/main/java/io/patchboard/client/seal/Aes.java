package io.patchboard.client.seal;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.SealedValue;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256 in Galois/counter mode (NIST SP 800-38D) over the JSON text of a value, with a nonce of 96 random bits and a
 * tag of 128. Authenticated beside it are the board, the subject and the key's id, so that none of them can be changed
 * afterwards.
 */
final class Aes {

    static final int KEY_BYTES = 32;

    private static final String PURPOSE = "patchboard-sealed-1";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Aes() {}

    /** A key that nobody has. */
    static String newKey() {
        return newText(KEY_BYTES);
    }

    static boolean isKey(String text) {
        try {
            return Base64.getUrlDecoder().decode(text).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Random bytes in base64url. */
    static String newText(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random(bytes));
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    static SealedValue seal(KeyEntry.Live key, String keyId, Json value) {
        byte[] nonce = random(NONCE_BYTES);
        SealedValue closed = new SealedValue(key.subject(), key.board(), keyId, "");
        try {
            byte[] text = cipher(Cipher.ENCRYPT_MODE, key, nonce, closed).doFinal(JsonWriter.compactBytes(value));
            byte[] data = new byte[NONCE_BYTES + text.length];
            System.arraycopy(nonce, 0, data, 0, NONCE_BYTES);
            System.arraycopy(text, 0, data, NONCE_BYTES, text.length);
            return new SealedValue(
                    key.subject(),
                    key.board(),
                    keyId,
                    Base64.getUrlEncoder().withoutPadding().encodeToString(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Expected every JDK to have " + ALGORITHM + ", but this one has not.", e);
        }
    }

    /** The value; absent if the key did not seal it, or not as it is now. */
    static Optional<Json> open(KeyEntry.Live key, SealedValue closed) {
        try {
            byte[] data = Base64.getUrlDecoder().decode(closed.data());
            byte[] nonce = Arrays.copyOf(data, NONCE_BYTES);
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, nonce, closed)
                    .doFinal(data, NONCE_BYTES, data.length - NONCE_BYTES);
            return Optional.of(new JsonReader(JsonLimits.DEFAULT).read(text));
        } catch (GeneralSecurityException | IllegalArgumentException | JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(int mode, KeyEntry.Live key, byte[] nonce, SealedValue closed)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(
                mode,
                new SecretKeySpec(Base64.getUrlDecoder().decode(key.key()), "AES"),
                new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(CanonicalJson.bytes(
                JsonArray.ofStrings(List.of(PURPOSE, closed.board(), closed.subject(), closed.key()))));
        return cipher;
    }
}
