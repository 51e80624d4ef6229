package io.patchboard.kernel.stream;

/** What is due on a board cannot be decided, because of a defect of the kernel. */
final class UndecidedTickException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndecidedTickException(Throwable cause) {
        super(cause);
    }
}
