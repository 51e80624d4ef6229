package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code dependentSchemas}. */
final class DependentSchemas extends Keyword {

    private final Map<String, Subschema> schemas;
    private final long lookups;

    /** @param schemas by the member in whose presence they apply to the object */
    DependentSchemas(Source source, Map<String, Subschema> schemas) {
        super("dependentSchemas", source, Set.of(Kind.OBJECT));
        this.schemas = schemas;
        lookups = Names.lookups(schemas.keySet());
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        evaluation.step(lookups);
        for (Map.Entry<String, Subschema> dependency : schemas.entrySet()) {
            if (object.has(dependency.getKey()) && !dependency.getValue().accepts(value, evaluation)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        for (Subschema schema : applying(value, report.evaluation())) {
            schema.report(value, at, report);
        }
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema schema : applying(value, evaluation)) {
            schema.cover(value, evaluation, covered);
        }
    }

    @Override
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        for (Subschema schema : applying(value, evaluation)) {
            if (schema.accepts(value, evaluation)) {
                schema.cover(value, evaluation, covered);
            }
        }
    }

    private List<Subschema> applying(Json value, Evaluation evaluation) {
        evaluation.step(lookups);
        return schemas.entrySet().stream()
                .filter(dependency -> ((JsonObject) value).has(dependency.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
