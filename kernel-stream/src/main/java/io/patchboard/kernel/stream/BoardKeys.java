package io.patchboard.kernel.stream;

import io.patchboard.record.ContractLimits;
import io.patchboard.text.StrictUtf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The keys of records, which name the boards that they are for. */
public final class BoardKeys {

    private BoardKeys() {}

    /** The board that a key names; absent if the key is none. */
    public static Optional<String> boardId(byte[] key) {
        if (key == null || key.length == 0 || key.length > ContractLimits.MAX_BOARD_ID_BYTES) {
            return Optional.empty();
        }
        Optional<String> text =
                isAscii(key) ? Optional.of(new String(key, StandardCharsets.US_ASCII)) : StrictUtf8.text(key);
        return text.filter(id -> id.charAt(0) != ContractLimits.RESERVED_BOARD_ID && !hasControls(id));
    }

    private static boolean isAscii(byte[] key) {
        for (byte next : key) {
            if (next < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasControls(String id) {
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < ' ') {
                return true;
            }
        }
        return false;
    }

    /** Says what a key has to be. */
    static String expected() {
        return "Expected the board id as the record's key, in UTF-8, 1 to " + ContractLimits.MAX_BOARD_ID_BYTES
                + " bytes, without control characters and not beginning with \"" + ContractLimits.RESERVED_BOARD_ID
                + "\", but got another key.";
    }
}
