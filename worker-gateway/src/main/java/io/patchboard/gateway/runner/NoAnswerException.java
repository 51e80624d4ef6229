package io.patchboard.gateway.runner;

import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Optional;

/** Who was asked gave no answer; the message is the rest of a sentence that ends in "but". */
public final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Failure.Kind kind;
    private final transient Optional<Duration> retryAfter;
    private final boolean begun;

    public NoAnswerException(Failure.Kind kind, String why) {
        this(kind, why, Optional.empty());
    }

    /** @param retryAfter how long who was asked wants to be left alone, where it said so */
    public NoAnswerException(Failure.Kind kind, String why, Optional<Duration> retryAfter) {
        this(kind, why, retryAfter, true);
    }

    private NoAnswerException(Failure.Kind kind, String why, Optional<Duration> retryAfter, boolean begun) {
        super(why);
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.begun = begun;
    }

    /** The same, of something that never came to who was asked, so that nothing can have been done. */
    public NoAnswerException notBegun() {
        return new NoAnswerException(kind, getMessage(), retryAfter, false);
    }

    /** Whether who was asked may have heard of it. */
    public boolean isBegun() {
        return begun;
    }

    public Failure.Kind kind() {
        return kind;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
