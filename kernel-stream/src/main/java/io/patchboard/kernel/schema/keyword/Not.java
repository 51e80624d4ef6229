package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;

/** {@code not}. */
final class Not extends Keyword {

    private final Subschema part;

    Not(Source source, Subschema part) {
        super("not", source, Kind.ANY);
        this.part = part;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return !part.accepts(value, evaluation);
    }
}
