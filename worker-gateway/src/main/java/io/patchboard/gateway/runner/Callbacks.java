package io.patchboard.gateway.runner;

import java.net.URI;
import java.util.Optional;

/**
 * How workers may answer later, by a request of their own.
 *
 * @param base of the URL that they are told, if anybody listens there; {@code /v1/invocations/...} is put behind it
 * @param answers where what comes there arrives
 */
public record Callbacks(Optional<URI> base, AwaitedAnswers answers) {

    /** Nobody listens. */
    public static Callbacks none() {
        return new Callbacks(Optional.empty(), new AwaitedAnswers());
    }
}
