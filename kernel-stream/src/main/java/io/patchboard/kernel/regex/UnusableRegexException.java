package io.patchboard.kernel.regex;

/** A regular expression that is not one, or is too large. */
public final class UnusableRegexException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    public UnusableRegexException(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
    }

    public boolean isTooLarge() {
        return tooLarge;
    }
}
