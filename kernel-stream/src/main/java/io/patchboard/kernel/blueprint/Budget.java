package io.patchboard.kernel.blueprint;

import io.patchboard.record.BudgetKind;
import java.math.BigDecimal;

/**
 * A bound on what may be used up.
 *
 * @param most in the unit of the kind
 */
public record Budget(BudgetKind kind, BigDecimal most) {

    private static final BigDecimal FIVE = BigDecimal.valueOf(5);
    private static final BigDecimal FOUR = BigDecimal.valueOf(4);

    /** Whether four fifths are used, which is when a warning is due. */
    public boolean runsShort(BigDecimal used) {
        return used.multiply(FIVE).compareTo(most.multiply(FOUR)) >= 0;
    }

    /** Whether nothing is left. */
    public boolean usedUp(BigDecimal used) {
        return used.compareTo(most) >= 0;
    }

    /** An amount with its unit, for people. */
    public String words(BigDecimal amount) {
        String number = amount.stripTrailingZeros().toPlainString();
        return switch (kind) {
            case DURATION -> number + " seconds";
            case STATE_BYTES -> number + " bytes of state";
            case COST -> "a cost of " + number;
            case TOOL_CALLS -> number + " calls of tools";
            case INVOCATIONS, TOKENS -> number + " " + kind.word();
        };
    }
}
