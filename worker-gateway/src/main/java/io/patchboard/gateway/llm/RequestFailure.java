package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * Why one request brought no answer.
 *
 * @param kind what may be done about it
 * @param cause whose fault it is
 * @param message goes on after "but"; without keys
 * @param pause that the endpoint asked for
 * @param spent that it tells of nevertheless
 */
record RequestFailure(Kind kind, Failure.Kind cause, String message, Optional<Duration> pause, TokenCount spent) {

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

    static RequestFailure passing(Failure.Kind cause, String message) {
        return new RequestFailure(Kind.PASSING, cause, message, Optional.empty(), TokenCount.NONE);
    }

    static RequestFailure lasting(Failure.Kind cause, String message) {
        return new RequestFailure(Kind.LASTING, cause, message, Optional.empty(), TokenCount.NONE);
    }

    Failure failure() {
        return new Failure(cause, message, pause);
    }
}
