package io.patchboard.sign;

import java.util.Base64;
import java.util.Optional;

/** Base64url without padding (RFC 4648, section 5), in the one spelling that bytes have. */
final class Base64Url {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Base64Url() {}

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /** @return absent if the text does not spell as many bytes, or spells them in another way */
    static Optional<byte[]> decode(String text, int length) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return bytes.length == length && encode(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
