package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.List;

/** {@code allOf}, {@code $ref} and {@code $dynamicRef}: subschemas that all must accept the same value. */
final class AllOf extends Keyword {

    private final Subschema[] parts;

    AllOf(String name, Source source, List<Subschema> parts) {
        super(name, source, Kind.ANY);
        this.parts = parts.toArray(Subschema[]::new);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        for (Subschema part : parts) {
            if (!part.accepts(value, evaluation)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        for (Subschema part : parts) {
            part.report(value, at, report);
        }
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema part : parts) {
            part.cover(value, evaluation, covered);
        }
    }

    @Override
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema part : parts) {
            if (part.accepts(value, evaluation)) {
                part.cover(value, evaluation, covered);
            }
        }
    }
}
