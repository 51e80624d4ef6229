package io.patchboard.kernel.stream;

import io.patchboard.kernel.decide.Input;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.CreateBoard;

/** What the kernel makes of the largest record. */
final class RecordSizes {

    /** What key, headers and batch may take of a record. */
    private static final int OVERHEAD_BYTES = 64 * 1024;

    /** The largest value that can be written for certain. */
    static final int MAX_VALUE_BYTES = ContractLimits.MAX_RECORD_BYTES - OVERHEAD_BYTES;

    /** What others may have written, so that the kernel can still reject, time out and halt on a board of that size. */
    static final int MAX_REQUESTED_BYTES = MAX_VALUE_BYTES - 64 * 1024;

    private RecordSizes() {}

    /** Of each record that follows from an input: what somebody asks for leaves room for what must follow. */
    static int most(Input input) {
        boolean grows = input instanceof Input.Proposed
                || input instanceof Input.Commanded commanded && commanded.command() instanceof CreateBoard;
        return grows ? MAX_REQUESTED_BYTES : MAX_VALUE_BYTES;
    }
}
