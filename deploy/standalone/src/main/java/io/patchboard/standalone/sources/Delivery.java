package io.patchboard.standalone.sources;

import io.patchboard.gateway.config.SigningKey;
import io.patchboard.gateway.runner.http.Signature;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.record.ContractLimits;
import io.patchboard.sign.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;

/**
 * What somebody has sent who knows a source's secret.
 *
 * @param id the same however often it is sent
 */
public record Delivery(String id) {

    /** A request that was listened to and is sent again later is refused (Standard Webhooks). */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String GITHUB = "X-Hub-Signature-256";

    /** Why a delivery is not believed. */
    public static final class ForgedException extends Exception {

        private static final long serialVersionUID = 1L;

        ForgedException(String message) {
            super(message);
        }
    }

    /**
     * Believes a request that is signed as Standard Webhooks has it ({@code webhook-id}, {@code webhook-timestamp},
     * {@code webhook-signature}), or as GitHub does ({@code X-Hub-Signature-256}, with {@code X-GitHub-Delivery} as the
     * id).
     *
     * @param header the value of a header, by name
     */
    public static Delivery of(Secret key, Function<String, Optional<String>> header, byte[] body, Instant now)
            throws ForgedException {
        Optional<String> github = header.apply(GITHUB);
        String id = header.apply(github.isPresent() ? "X-GitHub-Delivery" : "webhook-id")
                .filter(text -> text.length() <= ContractLimits.MAX_ID_CHARS
                        && text.chars().allMatch(c -> c > ' ' && c < 0x7f))
                .orElseThrow(() -> new ForgedException("Expected a header webhook-id (Standard Webhooks), or"
                        + " X-GitHub-Delivery, of 1 to " + ContractLimits.MAX_ID_CHARS
                        + " visible characters of ASCII, but got none."));
        if (github.isPresent()) {
            String code = HexFormat.of().formatHex(Hmac.of(SigningKey.of(key), body));
            requireOneOf(new String[] {github.get()}, "sha256=" + code, GITHUB);
            return new Delivery(id);
        }
        long sent = header.apply("webhook-timestamp")
                .filter(text -> text.matches("\\d{1,12}"))
                .map(Long::parseLong)
                .orElseThrow(() -> new ForgedException(
                        "Expected seconds since 1970 in the header webhook-timestamp, but got none."));
        if (Duration.between(Instant.ofEpochSecond(sent), now).abs().compareTo(TOLERANCE) > 0) {
            throw new ForgedException("Expected a webhook-timestamp within " + TOLERANCE.toMinutes()
                    + " minutes of now, which is " + now.getEpochSecond() + " here, but got " + sent + ".");
        }
        requireOneOf(
                header.apply("webhook-signature").orElse("").split(" "),
                Signature.of(key, id, sent, body),
                "webhook-signature");
        return new Delivery(id);
    }

    private static void requireOneOf(String[] given, String expected, String header) throws ForgedException {
        byte[] right = expected.getBytes(StandardCharsets.UTF_8);
        boolean signed = Arrays.stream(given)
                .anyMatch(one -> MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), right));
        if (!signed) {
            throw new ForgedException("Expected a signature with this source's secret in the header " + header
                    + ", but there is none. Is it the same secret, and was the body changed on its way? A secret is text,"
                    + " but Base64 where it begins with " + SigningKey.PREFIX + ".");
        }
    }
}
