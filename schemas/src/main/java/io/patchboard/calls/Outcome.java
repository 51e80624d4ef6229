package io.patchboard.calls;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What came of sending a request. */
public sealed interface Outcome {

    /** Whether a status says that the same request may go better a little later: overload, or a fault of theirs. */
    static boolean mayPass(int status) {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }

    /** @param cut whether the body is only the first part of one over the limit */
    record Response(int status, HttpHeaders headers, byte[] body, boolean cut) implements Outcome {

        public boolean isSuccess() {
            return status / 100 == 2;
        }

        /** Whether the same request may go better a little later. */
        public boolean mayPass() {
            return Outcome.mayPass(status);
        }

        /** How long the other side wants to be left alone. */
        public Optional<Duration> retryAfter(Clock clock) {
            return RetryAfter.read(headers, clock);
        }

        /** Absent if the response does not say. */
        public Optional<String> contentType() {
            return headers.firstValue("Content-Type");
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /**
     * None, or not the whole of one.
     *
     * @param status of the response that broke off; absent if there was none at all
     * @param detail what the client says of it; may quote anything of the request
     */
    record NoResponse(Reason reason, OptionalInt status, String detail) implements Outcome {}

    /** Why there is no response. */
    enum Reason {
        /** The time was over. */
        OVERDUE,
        /** Nobody listens there, or there is no such host. */
        UNREACHABLE,
        /** No connection came about in the time for that. */
        NO_CONNECTION_IN_TIME,
        /** The other side's certificate is not trusted, or it does not speak TLS. */
        NO_TLS,
        /** It may not be called ({@link Outbound}); nothing was sent. */
        REFUSED,
        /** Whatever else ends a connection. */
        BROKEN
    }
}
