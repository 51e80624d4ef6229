package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Word;

/**
 * What is next to what: from a value of the state, steps of a kind lead to others (ALAS, section 3.2: edges that are
 * repairable in time, order or resource).
 *
 * @param from the values that steps lead from
 */
public record Neighbours(PathPattern from, To to, Kind kind) {

    /** What a step is about; a repair follows some kinds and not others. */
    public enum Kind implements Word {
        TIME,
        ORDER,
        RESOURCE
    }

    /** Where the steps lead. */
    public sealed interface To {}

    /**
     * To the objects whose member here is equal to the value, or to one of its items; from the object that has it.
     *
     * @param members one place in each object, as {@code /operations}{@code /*}{@code /machine}
     */
    public record Equal(PathPattern members) implements To {}

    /** To the place that the expression names as a JSON Pointer, or to those of a list; from the value itself. */
    public record Computed(CelExpression places) implements To {}
}
