package io.patchboard.kernel.blueprint;

import io.patchboard.record.Problem;
import java.util.List;

/** What came of a blueprint. */
public sealed interface CompileResult {

    record Valid(Blueprint blueprint) implements CompileResult {}

    /** @param problems every error that was found, in the order of their places; never empty */
    record Invalid(List<Problem> problems) implements CompileResult {}
}
