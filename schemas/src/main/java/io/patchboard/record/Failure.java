package io.patchboard.record;

import io.patchboard.json.JsonObject;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Why there is no answer of a worker. Whether it is asked again, when, and at whose expense goes by the class.
 *
 * @param message a sentence for people
 * @param retryAfter how long to wait before the next attempt, where somebody said so
 */
public record Failure(Kind kind, String message, Optional<Duration> retryAfter) {

    /** Whose fault it is. */
    public enum Kind implements Word {
        /** Nobody could be reached or started. */
        OUTAGE,
        /** The service asks to be left alone for a while. */
        RATE_LIMIT,
        /** The worker says that it cannot or will not. */
        REFUSED,
        /** What the worker said is no answer. */
        INVALID,
        /** The worker was at work when the time was over. */
        TIMEOUT,
        /** The worker broke down. */
        BUG,
        /** Whether what was asked for was done cannot be found out. */
        UNKNOWN;

        /** Whether the worker has done nothing wrong: it was not asked, and may well answer later. */
        public boolean passes() {
            return this == OUTAGE || this == RATE_LIMIT;
        }

        /** Whether a program may decide to have the same done again; else a person has to look first. */
        public boolean isRepeatable() {
            return this != UNKNOWN;
        }
    }

    private static final Duration LONGEST = Duration.ofDays(1);

    public static Failure of(Kind kind, String message) {
        return new Failure(kind, message, Optional.empty());
    }

    /** @throws FieldException if a field is missing, the class is unknown, or the wait is none or over a day */
    public static Failure read(Fields fields) {
        return new Failure(
                fields.word("class", Kind.class),
                fields.string("message"),
                fields.optionalString("retryAfter").map(Failure::wait));
    }

    private static Duration wait(String text) {
        return Durations.parse(text)
                .filter(wait -> !wait.isNegative() && wait.compareTo(LONGEST) <= 0)
                .map(wait -> wait.truncatedTo(ChronoUnit.MILLIS))
                .orElseThrow(() -> new FieldException(
                        "/failure/retryAfter",
                        "Expected a duration of at most a day, such as " + Durations.EXAMPLES
                                + ", at /failure/retryAfter, but got \"" + text + "\"."));
    }

    public Failure withMessage(String other) {
        return new Failure(kind, other, retryAfter);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("class", kind.word())
                .put("message", message)
                .putStringIfPresent("retryAfter", retryAfter.map(Duration::toString))
                .build();
    }
}
