package io.patchboard.kernel.stream;

/** What is stored of a board does not fit together. */
public final class CorruptStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CorruptStoreException(String boardId, String what) {
        this(boardId, what, null);
    }

    CorruptStoreException(String boardId, String what, Throwable cause) {
        super(
                "The store of board " + boardId + " is damaged. " + what
                        + " Stop the kernel, remove its state directory and start it again: its stores are then built anew"
                        + " from their changelog topics. If that does not help, the changelog is damaged, too; please report"
                        + " this, the board's log still holds all of it.",
                cause);
    }
}
