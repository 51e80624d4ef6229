package io.patchboard.gateway.runner.a2a;

import io.patchboard.record.Failure;

/** The agent gave no answer; the message is the rest of a sentence that ends in "but". */
final class AgentException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Failure.Kind kind;

    AgentException(Failure.Kind kind, String why) {
        super(why);
        this.kind = kind;
    }

    Failure.Kind kind() {
        return kind;
    }
}
