package io.patchboard.client.seal;

/** A value can't be sealed or opened as it is. The message says why and never what it is. */
public final class SealException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SealException(String message) {
        super(message);
    }
}
