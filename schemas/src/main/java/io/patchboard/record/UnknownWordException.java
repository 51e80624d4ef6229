package io.patchboard.record;

/**
 * A record has a word that its vocabulary lacks. It may be one of a later version, so readers of whole logs take such
 * an entry for one of an {@linkplain UnknownEntry unknown kind}.
 */
public final class UnknownWordException extends FieldException {

    private static final long serialVersionUID = 1L;

    UnknownWordException(String pointer, String message) {
        super(pointer, message);
    }
}
