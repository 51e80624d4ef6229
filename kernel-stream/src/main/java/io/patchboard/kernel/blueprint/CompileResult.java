package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/** What came of a blueprint. */
public sealed interface CompileResult {

    record Valid(Blueprint blueprint) implements CompileResult {}

    /**
     * @param problems every error that was found, in the order of their places; never empty
     * @param stateSchema where that much of it is valid, for who has more to say
     */
    record Invalid(List<Problem> problems, Optional<JsonSchema> stateSchema) implements CompileResult {

        public Invalid(List<Problem> problems) {
            this(problems, Optional.empty());
        }
    }
}
