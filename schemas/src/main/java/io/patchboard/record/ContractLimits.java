package io.patchboard.record;

/** Bounds of the contract: brokers, topics, the kernel and all who write to it agree on them. */
public final class ContractLimits {

    /** What anybody may send, and each log entry: a state of the largest size, with its input nearly as large. */
    public static final int MAX_RECORD_BYTES = 4 * 1024 * 1024;

    /**
     * A board as it is stored (its state, former ones that views still show, and all that is open, waiting and held),
     * and so the largest batch that a broker takes.
     */
    public static final int MAX_STORED_BYTES = 16 * 1024 * 1024;

    /**
     * What anybody reads at once of what no broker bounds: a response, a line of a program, a file, a part of a log
     * that is answered.
     */
    public static final int MAX_READ_BYTES = 16 * 1024 * 1024;

    /** The id of a board in UTF-8, which is the key of all of its records. */
    public static final int MAX_BOARD_ID_BYTES = 800;

    /** No board's id begins with it: under such keys the kernel logs what belongs to no board. */
    public static final char RESERVED_BOARD_ID = '!';

    /** Ids of commands, proposals and invocations. */
    public static final int MAX_ID_CHARS = 200;

    private ContractLimits() {}
}
