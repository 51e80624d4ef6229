package io.patchboard.kernel.apply;

/** A log entry that cannot follow on the entries before it. */
public final class CorruptLogException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CorruptLogException(String boardId, long sequence, String what) {
        super("The log of board " + boardId + " is damaged at sequence " + sequence + ". " + what);
    }
}
