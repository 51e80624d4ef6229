package io.patchboard.gateway.runner.llm;

/** There is no patch to be found in a model's answer. The message goes on after "but". */
final class UnreadableReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableReplyException(String message) {
        super(message);
    }
}
