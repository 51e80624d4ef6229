package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;

/** {@code if} with {@code then} and {@code else}; one that is missing accepts everything. */
final class IfThenElse extends Keyword {

    private final Subschema condition;
    private final Subschema accepted;
    private final Subschema refused;

    IfThenElse(Source source, Subschema condition, Subschema accepted, Subschema refused) {
        super("if", source, Kind.ANY);
        this.condition = condition;
        this.accepted = accepted;
        this.refused = refused;
    }

    private Subschema chosen(Json value, Evaluation evaluation) {
        return condition.accepts(value, evaluation) ? accepted : refused;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return chosen(value, evaluation).accepts(value, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        chosen(value, report.evaluation()).report(value, at, report);
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        Subschema chosen = chosen(value, evaluation);
        if (chosen == accepted) {
            condition.cover(value, evaluation, covered);
        }
        chosen.cover(value, evaluation, covered);
    }
}
