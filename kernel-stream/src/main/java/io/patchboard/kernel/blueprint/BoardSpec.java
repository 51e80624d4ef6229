package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelExpression;
import java.util.Optional;

/**
 * The boards that a worker of kind {@code board} stands for: each invocation is answered by one.
 *
 * @param blueprint its name, as published
 * @param input of each; absent for an empty one
 * @param share of the budgets, above 0 and at most 1; absent for all that is left
 */
public record BoardSpec(String blueprint, Optional<CelExpression> input, Place result, Optional<CelExpression> share) {

    /** Where the results go. */
    public sealed interface Place {}

    /** All to one place, such as the end of an array. */
    public record Fixed(JsonPointer pointer) implements Place {}

    /** @param pointer an expression whose value is a JSON Pointer */
    public record Computed(CelExpression pointer) implements Place {}
}
