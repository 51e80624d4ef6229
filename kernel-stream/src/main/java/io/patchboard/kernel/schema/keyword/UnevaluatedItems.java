package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Set;

/** {@code unevaluatedItems}. It is asked after all other keywords of its subschema. */
final class UnevaluatedItems extends Keyword {

    private final List<Keyword> beside;
    private final Others others;
    private final Combinations combinations = new Combinations();

    /** @param beside the other keywords of the subschema */
    UnevaluatedItems(Source source, List<Keyword> beside, Others others) {
        super("unevaluatedItems", source, Set.of(Kind.ARRAY));
        this.beside = beside.stream()
                .filter(keyword -> keyword.kinds().contains(Kind.ARRAY))
                .toList();
        this.others = others;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        Covered covered = new Covered();
        for (Keyword keyword : beside) {
            keyword.cover(value, evaluation, covered);
        }
        return covered.isAll()
                || Children.allItems(
                        (JsonArray) value,
                        covered.prefix(),
                        test(covered),
                        combinations.key(covered.keywords()),
                        evaluation);
    }

    private Children.ItemTest test(Covered covered) {
        return (item, evaluation) -> covered.covers(item, evaluation) || others.accept(item, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        Covered covered = new Covered();
        for (Keyword keyword : beside) {
            keyword.coverIfAccepted(value, report.evaluation(), covered);
        }
        if (covered.isAll()) {
            return;
        }
        JsonArray array = (JsonArray) value;
        List<Integer> refused = Children.refusedItems(
                array, covered.prefix(), test(covered), combinations.key(covered.keywords()), report.evaluation());
        others.reportItems(this, "unevaluatedItems", array, refused, at, report);
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.addAll();
    }
}
