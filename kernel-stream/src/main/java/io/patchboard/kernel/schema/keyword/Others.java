package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;

/**
 * What a keyword says of the children that no other keyword speaks of: {@code additionalProperties}, {@code items} and
 * the {@code unevaluated} ones. The schema {@code false} there is reported for the container, not for the child.
 */
final class Others {

    private static final Subschema ANYTHING = new Subschema();

    private final Optional<Subschema> schema;
    private final boolean closed;
    private final Subschema applied;

    private Others(Optional<Subschema> schema, boolean closed) {
        this.schema = schema;
        this.closed = closed;
        applied = schema.orElse(ANYTHING);
    }

    /** Where the keyword is missing. */
    static Others unsaid() {
        return new Others(Optional.empty(), false);
    }

    /** @param closed whether the keyword is {@code false} */
    static Others of(Subschema schema, boolean closed) {
        return new Others(Optional.of(schema), closed);
    }

    boolean isPresent() {
        return schema.isPresent();
    }

    /** Whether every child is accepted, as far as one can tell without looking. */
    boolean isAnything() {
        return schema.isEmpty();
    }

    boolean accept(Json child, Evaluation evaluation) {
        return !closed && applied.acceptsWhole(child, evaluation);
    }

    void reportMember(Keyword keyword, String as, JsonObject object, String name, JsonPointer at, Report report) {
        if (closed) {
            report.addMember(as, keyword, object, at, name);
        } else {
            applied.reportChild(object.get(name).orElseThrow(), at, name, report);
        }
    }

    /** @param refused indexes; none if the array is valid */
    void reportItems(
            Keyword keyword, String as, JsonArray array, List<Integer> refused, JsonPointer at, Report report) {
        if (closed && !refused.isEmpty()) {
            report.addItem(as, keyword, array, at, refused.get(0));
            return;
        }
        for (int index : refused) {
            applied.reportChild(array.get(index), at, Integer.toString(index), report);
        }
    }
}
