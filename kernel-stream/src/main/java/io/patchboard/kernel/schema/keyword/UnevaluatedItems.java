package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;

/** {@code unevaluatedItems}. */
final class UnevaluatedItems extends Unevaluated {

    /** @param beside the other keywords of the subschema */
    UnevaluatedItems(Source source, List<Keyword> beside, Others others) {
        super("unevaluatedItems", source, Kind.ARRAY, beside, others);
    }

    @Override
    boolean acceptsRest(Json value, Covered covered, Optional<?> key, Evaluation evaluation) {
        return Children.allItems((JsonArray) value, covered.prefix(), test(covered), key, evaluation);
    }

    private Children.ItemTest test(Covered covered) {
        return (item, evaluation) -> covered.covers(item, evaluation) || others().accept(item, evaluation);
    }

    @Override
    void reportRest(Json value, Covered covered, Optional<?> key, JsonPointer at, Report report) {
        JsonArray array = (JsonArray) value;
        List<Integer> refused = Children.refusedItems(array, covered.prefix(), test(covered), key, report.evaluation());
        others().reportItems(this, name(), array, refused, at, report);
    }
}
