package io.patchboard.gateway.runner;

import io.patchboard.record.Failure;

/** Who was asked gave no answer; the message is the rest of a sentence that ends in "but". */
public final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Failure.Kind kind;

    public NoAnswerException(Failure.Kind kind, String why) {
        super(why);
        this.kind = kind;
    }

    public Failure.Kind kind() {
        return kind;
    }
}
