package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Optional;

/** What follows from one request. */
sealed interface Reaction {

    record Answered(Answer answer) implements Reaction {}

    /** The worker took the invocation and will call back. */
    record Accepted() implements Reaction {}

    /**
     * The request may be sent again.
     *
     * @param kind what it is if that does not help
     * @param why as the rest of a sentence that ends in "but"
     * @param pause that the worker asked for
     */
    record Retryable(Failure.Kind kind, String why, Optional<Duration> pause) implements Reaction {

        /** What it is if it was the last attempt here; the kernel may try later. */
        Failure failure() {
            return new Failure(kind, why, pause);
        }
    }

    /** The time for an answer is over. */
    record Overdue() implements Reaction {}

    /** @param why as the rest of a sentence that ends in "but" */
    record Failed(Failure.Kind kind, String why) implements Reaction {}
}
