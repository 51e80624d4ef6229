package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import java.util.Set;

/** {@code pattern}. */
final class Matches extends Keyword {

    private final Regex pattern;

    Matches(Source source, Regex pattern) {
        super("pattern", source, Set.of(Kind.STRING));
        this.pattern = pattern;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return pattern.isFoundIn(((JsonString) value).value(), evaluation);
    }
}
