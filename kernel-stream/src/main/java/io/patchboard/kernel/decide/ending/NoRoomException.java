package io.patchboard.kernel.decide.ending;

import io.patchboard.record.BoardHalted;
import io.patchboard.record.RejectionCode;

/** What a decision would leave to be done is more than a board can hold; the message says what to do. */
public final class NoRoomException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final RejectionCode code;
    private final BoardHalted.Limit limit;

    NoRoomException(RejectionCode code, BoardHalted.Limit limit, String message) {
        super(message, null, false, false);
        this.code = code;
        this.limit = limit;
    }

    /** Of the request that is refused for it. */
    public RejectionCode code() {
        return code;
    }

    /** At which the board ends where there is no request to refuse. */
    public BoardHalted.Limit limit() {
        return limit;
    }
}
