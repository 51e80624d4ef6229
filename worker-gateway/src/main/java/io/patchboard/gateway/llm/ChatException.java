package io.patchboard.gateway.llm;

/** No model answered in time. The message may be shown to anybody: keys are replaced by stars. */
public final class ChatException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Spent spent;

    ChatException(String message, Spent spent) {
        super(message);
        this.spent = spent;
    }

    /** What was paid for nothing, as far as it is known. */
    public Spent spent() {
        return spent;
    }
}
