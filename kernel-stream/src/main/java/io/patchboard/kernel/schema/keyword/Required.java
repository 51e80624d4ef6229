package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Set;

/** {@code required}. */
final class Required extends Keyword {

    private final List<String> names;

    Required(Source source, List<String> names) {
        super("required", source, Set.of(Kind.OBJECT));
        this.names = List.copyOf(names);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        evaluation.step(names.size());
        for (int i = 0; i < names.size(); i++) {
            if (!object.has(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        for (String name : names) {
            if (!((JsonObject) value).has(name)) {
                report.addMember("required", this, value, at, name);
            }
        }
    }
}
