package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code dependentRequired}. */
final class DependentRequired extends Keyword {

    private final Map<String, List<String>> names;
    private final Map<String, Long> lookups = new HashMap<>();

    /** @param names the members that are required, by the member that requires them */
    DependentRequired(Source source, Map<String, List<String>> names) {
        super("dependentRequired", source, Set.of(Kind.OBJECT));
        this.names = names;
        names.forEach((name, others) -> lookups.put(name, Names.lookups(List.of(name)) + Names.lookups(others)));
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        for (Map.Entry<String, List<String>> dependency : names.entrySet()) {
            evaluation.step(lookups.get(dependency.getKey()));
            if (object.has(dependency.getKey()) && !object.names().containsAll(dependency.getValue())) {
                return false;
            }
        }
        return true;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        JsonObject object = (JsonObject) value;
        names.forEach((name, others) -> {
            report.evaluation().step(lookups.get(name));
            if (object.has(name)) {
                others.stream()
                        .filter(other -> !object.has(other))
                        .forEach(other -> report.addMember("dependentRequired", this, value, at, other));
            }
        });
    }
}
