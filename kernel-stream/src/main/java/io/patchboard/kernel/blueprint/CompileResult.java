package io.patchboard.kernel.blueprint;

import io.patchboard.record.Problem;
import java.util.List;

/** What came of a blueprint. */
public sealed interface CompileResult {

    /** @param warnings what is allowed but probably not meant */
    record Valid(Blueprint blueprint, List<Problem> warnings) implements CompileResult {}

    /**
     * @param problems every error that was found, in the order of their places; never empty
     * @param warnings those that do not depend on the errors
     */
    record Invalid(List<Problem> problems, List<Problem> warnings) implements CompileResult {}
}
