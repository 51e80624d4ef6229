package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The bytes of a key for signatures: Base64 after {@code whsec_}, as Standard Webhooks has it, else the text's UTF-8.
 */
public final class SigningKey {

    public static final String PREFIX = "whsec_";

    private SigningKey() {}

    /** @throws IllegalArgumentException if there is no key in Base64 after the prefix */
    public static byte[] of(Secret secret) {
        String text = secret.reveal();
        if (!text.startsWith(PREFIX)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        if (key.length == 0) {
            throw new IllegalArgumentException("Expected a key after " + PREFIX + ", but got nothing.");
        }
        return key;
    }
}
