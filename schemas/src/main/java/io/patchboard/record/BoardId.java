package io.patchboard.record;

import java.nio.charset.StandardCharsets;

/** What may be a board's id: the key of its records. */
public final class BoardId {

    /** What is expected of one, as a part of a sentence. */
    public static final String EXPECTED = "1 to " + ContractLimits.MAX_BOARD_ID_BYTES
            + " bytes that do not begin with \"" + ContractLimits.RESERVED_BOARD_ID + "\", without control characters";

    private BoardId() {}

    /** Whether a kernel takes it; records with another key are rejected, in a log that is no board's. */
    public static boolean isAcceptable(String id) {
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        return bytes > 0
                && bytes <= ContractLimits.MAX_BOARD_ID_BYTES
                && id.charAt(0) != ContractLimits.RESERVED_BOARD_ID
                && id.chars().noneMatch(Character::isISOControl);
    }
}
