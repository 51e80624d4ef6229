package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code unevaluatedProperties} and {@code unevaluatedItems} have in common. They are asked after all other
 * keywords of their subschema, about the children which none of those evaluates.
 */
abstract class Unevaluated extends Keyword {

    private final List<Keyword> beside;
    private final Others others;
    private final Combinations combinations = new Combinations();

    /** @param beside the other keywords of the subschema */
    Unevaluated(String name, Source source, Kind kind, List<Keyword> beside, Others others) {
        super(name, source, Set.of(kind));
        this.beside = beside.stream()
                .filter(keyword -> keyword.kinds().contains(kind))
                .toList();
        this.others = others;
    }

    /** What it says of the children that are left. */
    final Others others() {
        return others;
    }

    /**
     * Whether the children are accepted that are left.
     *
     * @param key under which to remember it; absent if the test is not always the same
     */
    abstract boolean acceptsRest(Json value, Covered covered, Optional<?> key, Evaluation evaluation);

    /** Reports each child that is left and refused. */
    abstract void reportRest(Json value, Covered covered, Optional<?> key, JsonPointer at, Report report);

    @Override
    final boolean accepts(Json value, Evaluation evaluation) {
        Covered covered = new Covered();
        for (Keyword keyword : beside) {
            evaluation.step(1);
            keyword.cover(value, evaluation, covered);
        }
        evaluation.step(covered.keywords().size());
        return covered.isAll() || acceptsRest(value, covered, combinations.key(covered.keywords()), evaluation);
    }

    @Override
    final void report(Json value, JsonPointer at, Report report) {
        Covered covered = new Covered();
        for (Keyword keyword : beside) {
            keyword.coverIfAccepted(value, report.evaluation(), covered);
        }
        if (!covered.isAll()) {
            reportRest(value, covered, combinations.key(covered.keywords()), at, report);
        }
    }

    @Override
    final void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.addAll();
    }
}
