package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code prefixItems} and {@code items}, which share the items out. */
final class Items extends Keyword implements Children.ItemTest {

    private final Subschema[] prefix;
    private final Others others;

    Items(Source source, List<Subschema> prefix, Others others) {
        super("items", source, Set.of(Kind.ARRAY));
        this.prefix = prefix.toArray(Subschema[]::new);
        this.others = others;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonArray array = (JsonArray) value;
        for (int i = 0; i < prefix.length && i < array.size(); i++) {
            if (!prefix[i].acceptsWhole(array.get(i), evaluation)) {
                return false;
            }
        }
        return others.isAnything() || Children.allItems(array, prefix.length, this, Optional.of(this), evaluation);
    }

    @Override
    public boolean acceptsItem(Json item, Evaluation evaluation) {
        return others.accept(item, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        JsonArray array = (JsonArray) value;
        for (int i = 0; i < prefix.length && i < array.size(); i++) {
            prefix[i].reportChild(array.get(i), at, Integer.toString(i), report);
        }
        if (!others.isAnything()) {
            others.reportItems(
                    this,
                    "items",
                    array,
                    Children.refusedItems(array, prefix.length, this, Optional.of(this), report.evaluation()),
                    at,
                    report);
        }
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        if (others.isPresent()) {
            covered.addAll();
        } else {
            covered.addPrefix(prefix.length);
        }
    }

    /** What items it evaluates does not depend on what it says of them. */
    @Override
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        cover(value, evaluation, covered);
    }
}
