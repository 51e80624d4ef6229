package io.patchboard.gateway.llm;

import io.patchboard.record.Failure;

/** No model answered in time. The message may be shown to anybody: keys are replaced by stars. */
public final class ChatException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;
    private final transient Spent spent;

    ChatException(Failure failure, Spent spent) {
        super(failure.message());
        this.failure = failure;
        this.spent = spent;
    }

    /** The same, but that more was spent before. */
    public ChatException after(Spent earlier) {
        return new ChatException(failure, earlier.plus(spent));
    }

    /** The message, and whose fault it is. */
    public Failure failure() {
        return failure;
    }

    /** What was paid for nothing, as far as it is known. */
    public Spent spent() {
        return spent;
    }
}
