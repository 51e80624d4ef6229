package io.patchboard.client.ask;

import io.patchboard.record.BoardId;

/** A request for a board that cannot be, found before it is sent. */
public final class UnusableBoardIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARS = 40;

    private UnusableBoardIdException(String id) {
        super("Expected " + BoardId.EXPECTED + " as the id of a board, but got "
                + (id.length() <= SHOWN_CHARS ? "\"" + id + "\"." : id.length() + " characters."));
    }

    /** @throws UnusableBoardIdException for an id that no kernel takes */
    public static void unlessUsable(String id) {
        if (!BoardId.isAcceptable(id)) {
            throw new UnusableBoardIdException(id);
        }
    }
}
