package io.patchboard.gateway.http.api;

import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.record.Waits;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a caller wants to wait for the outcome of its request: the header {@code Prefer} of RFC 7240, with {@code
 * wait=SECONDS} or {@code respond-async}. What it says otherwise is ignored, as that specification demands.
 */
record Preferences(Duration patience, Optional<String> applied) {

    static final Duration LONGEST = Duration.ofSeconds(60);

    static Preferences of(Call call) {
        for (String part : call.header("Prefer").orElse("").split("[,;]")) {
            String preference = part.strip().toLowerCase(Locale.ROOT);
            if (preference.equals("respond-async")) {
                return new Preferences(Duration.ZERO, Optional.of(preference));
            }
            if (preference.matches("wait=\\d{1,9}")) {
                Duration wanted = Duration.ofSeconds(Long.parseLong(preference.substring("wait=".length())));
                Duration given = wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
                return new Preferences(given, Optional.of("wait=" + given.toSeconds()));
            }
        }
        return new Preferences(Waits.FOR_OUTCOME, Optional.empty());
    }

    Reply tell(Reply reply) {
        return applied.map(preference -> reply.withHeader("Preference-Applied", preference))
                .orElse(reply);
    }
}
