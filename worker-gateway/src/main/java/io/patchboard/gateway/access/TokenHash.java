package io.patchboard.gateway.access;

import io.patchboard.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The SHA-256 of a token, in hex: enough to know the token by, and of no use to who reads it. */
public record TokenHash(String hex) {

    private static final String PREFIX = "sha256:";
    private static final Pattern WRITTEN = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    static TokenHash of(String token) {
        return new TokenHash(CanonicalJson.sha256(token.getBytes(StandardCharsets.UTF_8)));
    }

    /** As files have it, {@code sha256:} and 64 hex digits in small letters; absent if the text is none. */
    public static Optional<TokenHash> read(String text) {
        return WRITTEN.matcher(text).matches()
                ? Optional.of(new TokenHash(text.substring(PREFIX.length())))
                : Optional.empty();
    }
}
