package io.patchboard.kernel.stream;

/** What is stored of a board was written by a kernel of a later version, and is whole. */
public final class NewerStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NewerStoreException(String boardId) {
        super("The store of board " + boardId
                + " was written by a newer kernel. Expected a format that this version knows,"
                + " but got a later one. Run the version that wrote it, or a newer one; nothing is damaged. Removing the"
                + " state directory does not help, because the changelog topics have the same format.");
    }
}
