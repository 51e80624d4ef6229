package io.patchboard.kernel.blueprint;

import java.util.Optional;

/**
 * How large a view may be.
 *
 * @param maxChars characters (UTF-16 code units) of its compact JSON text
 * @param maxTokens tokens of the same text; absent if they are not counted
 */
public record ViewBudget(int maxChars, Optional<Integer> maxTokens) {

    /** This one, or as much of another as is more. */
    ViewBudget atLeast(ViewBudget least) {
        return reduced(100, least);
    }

    /** This one, reduced to some percent, but no smaller than another. */
    ViewBudget reduced(int percent, ViewBudget least) {
        return new ViewBudget(
                Math.max(least.maxChars, (int) ((long) maxChars * percent / 100)),
                maxTokens.map(tokens -> Math.max(least.maxTokens.orElse(0), (int) ((long) tokens * percent / 100))));
    }
}
