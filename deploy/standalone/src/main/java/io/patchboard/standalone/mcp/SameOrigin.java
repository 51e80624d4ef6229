package io.patchboard.standalone.mcp;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.ProblemException;
import java.net.URI;
import java.util.Optional;

/** A browser says which site's page it acts for; with a token it is let in from this server's own alone, too. */
final class SameOrigin {

    private SameOrigin() {}

    static void require(Call call) {
        Optional<String> origin = call.header("Origin");
        if (origin.isPresent() && !authority(origin.get()).equals(call.header("Host"))) {
            throw new ProblemException(
                    HttpStatus.FORBIDDEN, "Expected a request of this server's own pages, but got another origin.");
        }
    }

    private static Optional<String> authority(String origin) {
        try {
            return Optional.ofNullable(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
