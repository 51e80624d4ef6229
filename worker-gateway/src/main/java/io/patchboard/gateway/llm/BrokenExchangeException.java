package io.patchboard.gateway.llm;

/** There was no response, or it broke off. Goes through the library, which takes only unchecked exceptions. */
final class BrokenExchangeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean again;

    /** @param again whether it may go better the next time */
    BrokenExchangeException(String message, boolean again) {
        super(message);
        this.again = again;
    }

    boolean mayPass() {
        return again;
    }
}
