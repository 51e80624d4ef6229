package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.SigningKey;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.sign.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** HMAC-SHA256 over id, time and body, as the Standard Webhooks specification writes and libraries verify it. */
public final class Signature {

    private Signature() {}

    /**
     * The value of the header {@code webhook-signature}.
     *
     * @param timestamp seconds since 1970
     */
    public static String of(Secret key, String id, long timestamp, byte[] body) {
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return "v1," + Base64.getEncoder().encodeToString(Hmac.of(SigningKey.of(key), head, body));
    }
}
