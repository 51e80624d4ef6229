package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.SigningKey;
import io.patchboard.gateway.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 over id, time and body, as the Standard Webhooks specification writes and libraries verify it. */
public final class Signature {

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * The value of the header {@code webhook-signature}.
     *
     * @param timestamp seconds since 1970
     */
    public static String of(Secret key, String id, long timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(SigningKey.of(key), ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Expected every JDK to have " + ALGORITHM + ", but this one has not.", e);
        }
    }
}
