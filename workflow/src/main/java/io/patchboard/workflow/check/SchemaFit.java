package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import java.util.Optional;

/** Whether each value of one schema is a value of another, as far as that can be told. */
public enum SchemaFit {
    /** It is proved. */
    HOLDS,
    /** There is a value of the one that the other refuses. */
    REFUTED,
    /** Neither proved nor refuted. */
    UNDECIDED;

    /** Compares what one gives with what another takes. */
    public static SchemaFit of(Json given, Json taken) {
        return switch (Subschema.compare(given, taken)) {
            case Subschema.Holds holds -> HOLDS;
            case Subschema.Refuted refuted -> REFUTED;
            case Subschema.Undecided undecided -> UNDECIDED;
        };
    }

    /** Some value that a schema accepts, if one is found. */
    public static Optional<Json> example(Json schema) {
        try {
            JsonSchema accepts = JsonSchema.compile(schema);
            return new Samples(schema)
                    .all().stream()
                            .filter(sample -> accepts.validate(sample).isEmpty())
                            .findFirst();
        } catch (SchemaCompileException e) {
            return Optional.empty();
        }
    }
}
