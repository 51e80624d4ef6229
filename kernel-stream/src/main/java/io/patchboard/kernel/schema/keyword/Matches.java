package io.patchboard.kernel.schema.keyword;

import com.google.re2j.Pattern;
import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import java.util.Set;

/** {@code pattern}. */
final class Matches extends Keyword {

    private final Pattern pattern;

    Matches(Source source, Pattern pattern) {
        super("pattern", source, Set.of(Kind.STRING));
        this.pattern = pattern;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return pattern.matcher(((JsonString) value).value()).find();
    }
}
