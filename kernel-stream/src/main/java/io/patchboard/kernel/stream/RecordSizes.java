package io.patchboard.kernel.stream;

/** How large records may be; brokers, topics and producers agree on it. */
public final class RecordSizes {

    /** What anybody may send, and each log entry: a state of the largest size, with its input nearly as large. */
    public static final int MAX_RECORD_BYTES = 4 * 1024 * 1024;

    /**
     * A board as it is stored: its state, former ones that views still show, and all that is open, waiting and held.
     */
    public static final int MAX_STORED_BYTES = 16 * 1024 * 1024;

    /** What key, headers and batch may take of a record. */
    private static final int OVERHEAD_BYTES = 64 * 1024;

    /** The largest value that can be written for certain. */
    static final int MAX_VALUE_BYTES = MAX_RECORD_BYTES - OVERHEAD_BYTES;

    /** What others may have written, so that the kernel can still reject, time out and halt on a board of that size. */
    static final int MAX_REQUESTED_BYTES = MAX_VALUE_BYTES - 64 * 1024;

    private RecordSizes() {}
}
