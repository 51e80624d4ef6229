package io.patchboard.kernel.stream;

import io.patchboard.record.ContractLimits;

/** What the kernel makes of the largest record. */
final class RecordSizes {

    /** What key, headers and batch may take of a record. */
    private static final int OVERHEAD_BYTES = 64 * 1024;

    /** The largest value that can be written for certain. */
    static final int MAX_VALUE_BYTES = ContractLimits.MAX_RECORD_BYTES - OVERHEAD_BYTES;

    /** What others may have written, so that the kernel can still reject, time out and halt on a board of that size. */
    static final int MAX_REQUESTED_BYTES = MAX_VALUE_BYTES - 64 * 1024;

    private RecordSizes() {}
}
