package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code enum} and {@code const}. */
final class Options extends Keyword {

    private final Set<Json> scalars = new HashSet<>();
    private final List<Json> containers = new ArrayList<>();

    Options(String name, Source source, List<Json> options) {
        super(name, source, Kind.ANY);
        options.forEach(option -> (isContainer(option) ? containers : scalars).add(option));
    }

    private static boolean isContainer(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        if (!isContainer(value)) {
            return scalars.contains(value);
        }
        evaluation.step(containers.size());
        return containers.contains(value);
    }
}
