package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.List;

/** {@code oneOf}. */
final class OneOf extends Keyword {

    private final Subschema[] parts;

    OneOf(Source source, List<Subschema> parts) {
        super("oneOf", source, Kind.ANY);
        this.parts = parts.toArray(Subschema[]::new);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        int accepting = 0;
        for (int i = 0; i < parts.length && accepting < 2; i++) {
            accepting += parts[i].accepts(value, evaluation) ? 1 : 0;
        }
        return accepting == 1;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        if (!accepts(value, report.evaluation())) {
            report.addChoice(this, value, at, parts);
        }
    }

    /** Where several accept, as in a report, all of them give their annotations. */
    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema part : parts) {
            if (part.accepts(value, evaluation)) {
                part.cover(value, evaluation, covered);
            }
        }
    }

    @Override
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        cover(value, evaluation, covered);
    }
}
