package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.kernel.schema.SchemaViolation;
import java.util.Optional;

/**
 * Whether each value of one schema is a value of another.
 *
 * <p>Both answers are sound. <em>No</em> comes with a value that the one accepts and the other refuses, found among
 * {@linkplain Samples samples} and tried on both. <em>Yes</em> is {@linkplain Inclusion proved} keyword by keyword.
 * Where neither is found, the question stays open.
 */
final class Subschema {

    private Subschema() {}

    /** What the comparison came to. */
    sealed interface Answer {}

    /** Each value of the first is one of the second. */
    record Holds() implements Answer {}

    /**
     * Not so.
     *
     * @param reason what the second schema has against the example
     */
    record Refuted(Json example, String reason) implements Answer {}

    /** Neither proved nor refuted. */
    record Undecided(String reason) implements Answer {}

    static Answer compare(Json given, Json taken) {
        try {
            JsonSchema gives = JsonSchema.compile(given);
            JsonSchema takes = JsonSchema.compile(taken);
            for (Json sample : new Samples(given).all()) {
                if (gives.validate(sample).isEmpty()) {
                    Optional<SchemaViolation> violation = takes.validate(sample)
                            .filter(found -> !found.keyword().equals("cost"));
                    if (violation.isPresent()) {
                        return new Refuted(sample, violation.get().message());
                    }
                }
            }
            Inclusion inclusion = new Inclusion(given, taken);
            return inclusion.holds() ? new Holds() : new Undecided(inclusion.reason());
        } catch (SchemaCompileException e) {
            return new Undecided("one of the schemas is none.");
        }
    }
}
