package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.TokenCount;
import java.time.Duration;
import java.util.Optional;

/**
 * Why one request brought no answer.
 *
 * @param kind what may be done about it
 * @param message goes on after "but"; without keys
 * @param pause that the endpoint asked for
 * @param spent that it tells of nevertheless
 */
record RequestFailure(Kind kind, String message, Optional<Duration> pause, TokenCount spent) {

    enum Kind {
        /** May be gone the next time: overload, a broken connection, an answer that is none. */
        PASSING,
        /** The request was not understood or not liked (400, 422): another one may be. */
        REQUEST,
        /** Will be the same the next time, from this model. */
        LASTING,
        /** The model has answered, and will not answer otherwise: it refuses. */
        FINAL
    }

    static RequestFailure passing(String message) {
        return new RequestFailure(Kind.PASSING, message, Optional.empty(), TokenCount.NONE);
    }

    static RequestFailure lasting(String message) {
        return new RequestFailure(Kind.LASTING, message, Optional.empty(), TokenCount.NONE);
    }
}
