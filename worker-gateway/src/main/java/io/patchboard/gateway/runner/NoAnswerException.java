package io.patchboard.gateway.runner;

import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Optional;

/** Who was asked gave no answer; the message is the rest of a sentence that ends in "but". */
public final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Failure.Kind kind;
    private final transient Optional<Duration> retryAfter;

    public NoAnswerException(Failure.Kind kind, String why) {
        this(kind, why, Optional.empty());
    }

    /** @param retryAfter how long who was asked wants to be left alone, where it said so */
    public NoAnswerException(Failure.Kind kind, String why, Optional<Duration> retryAfter) {
        super(why);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public Failure.Kind kind() {
        return kind;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
