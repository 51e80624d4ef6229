package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;

/** The schema {@code false}. */
final class Nothing extends Keyword {

    Nothing(Source source) {
        super("false", source, Kind.ANY);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return false;
    }
}
