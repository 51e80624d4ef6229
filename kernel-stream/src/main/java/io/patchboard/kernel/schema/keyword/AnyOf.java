package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.List;

/** {@code anyOf}. */
final class AnyOf extends Keyword {

    private final Subschema[] parts;

    AnyOf(Source source, List<Subschema> parts) {
        super("anyOf", source, Kind.ANY);
        this.parts = parts.toArray(Subschema[]::new);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        for (Subschema part : parts) {
            if (part.accepts(value, evaluation)) {
                return true;
            }
        }
        return false;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        if (!accepts(value, report.evaluation())) {
            report.addChoice(this, value, at, parts);
        }
    }

    /** Every part that accepts gives its annotations, so all are asked. */
    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema part : parts) {
            if (part.accepts(value, evaluation)) {
                part.cover(value, evaluation, covered);
            }
        }
    }
}
