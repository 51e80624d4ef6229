package io.patchboard.standalone.cli.base;

import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;

/** The exit codes of the contract. */
public final class ExitCodes {

    public static final int OK = 0;

    /** Wrong usage, no connection, or anything else that kept a command from doing its work. */
    public static final int FAILED = 1;

    /** A board was followed to its end, but the end is not its goal: halted, failed or cancelled. */
    public static final int NOT_COMPLETED = 2;

    public static final int UNKNOWN_BOARD = 3;

    /** The kernel said no. */
    public static final int REJECTED = 4;

    /** A replay found the log to differ from what it says. */
    public static final int DIFFERS = 5;

    /** A blueprint has errors. */
    public static final int INVALID = 6;

    /** A worker does not keep the contract, or a scenario is not as expected. */
    public static final int CHECK_FAILED = 7;

    /** Verdicts flip under another blueprint. */
    public static final int FLIPS = 8;

    /** A board does not go on until a person has decided something. */
    public static final int NEEDS_PERSON = 9;

    /** Before it was done, as by Ctrl-C. */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}

    /** Of what the kernel refused. */
    public static int of(Rejection why) {
        return why.is(RejectionCode.UNKNOWN_BOARD) ? UNKNOWN_BOARD : REJECTED;
    }
}
