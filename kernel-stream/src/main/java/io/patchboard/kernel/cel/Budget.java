package io.patchboard.kernel.cel;

/**
 * Work that one evaluation may still do, in units of about one visited expression node or list item: 0.1 µs. What a
 * unit makes takes 32 bytes at most, so that no evaluation holds more than 32 MB.
 */
final class Budget {

    /** A tenth of a second. */
    static final long UNITS = 1_000_000;

    private static final int CHARACTERS_OF_A_UNIT = 16;

    private final CelAllowance allowance;
    private long left = UNITS;

    Budget(CelAllowance allowance) {
        this.allowance = allowance;
    }

    void charge(long units) {
        left -= units;
        if (left < 0 || !allowance.take(units)) {
            throw new Exhausted();
        }
    }

    long spent() {
        return UNITS - left;
    }

    /** Charges before characters are copied or compared. */
    void chargeCharacters(long characters) {
        charge(characters / CHARACTERS_OF_A_UNIT);
    }

    /**
     * Leaves the engine. An {@link Error}, because CEL absorbs exceptions: {@code failing || true} is true, and no
     * expression may go on after its budget.
     */
    static final class Exhausted extends Error {

        private static final long serialVersionUID = 1L;

        private Exhausted() {
            super("", null, false, false);
        }
    }
}
