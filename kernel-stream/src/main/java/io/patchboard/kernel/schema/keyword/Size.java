package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Set;

/** {@code minItems}, {@code maxItems}, {@code minProperties} and {@code maxProperties}. */
final class Size extends Keyword {

    private final long least;
    private final long most;

    Size(String name, Source source, Kind kind, long least, long most) {
        super(name, source, Set.of(kind));
        this.least = least;
        this.most = most;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        int size = value instanceof JsonArray array ? array.size() : ((JsonObject) value).size();
        return size >= least && size <= most;
    }
}
