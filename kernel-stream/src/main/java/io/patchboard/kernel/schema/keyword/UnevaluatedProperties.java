package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Set;

/** {@code unevaluatedProperties}. It is asked after all other keywords of its subschema. */
final class UnevaluatedProperties extends Keyword {

    private final List<Keyword> beside;
    private final Others others;
    private final Combinations combinations = new Combinations();

    /** @param beside the other keywords of the subschema */
    UnevaluatedProperties(Source source, List<Keyword> beside, Others others) {
        super("unevaluatedProperties", source, Set.of(Kind.OBJECT));
        this.beside = beside.stream()
                .filter(keyword -> keyword.kinds().contains(Kind.OBJECT))
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
                || Children.allMembers(
                        (JsonObject) value, test(covered), combinations.key(covered.keywords()), evaluation);
    }

    private Children.MemberTest test(Covered covered) {
        return (name, member, evaluation) -> covered.covers(name) || others.accept(member, evaluation);
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
        JsonObject object = (JsonObject) value;
        for (String name : Children.refusedMembers(
                object, test(covered), combinations.key(covered.keywords()), report.evaluation())) {
            others.reportMember(this, "unevaluatedProperties", object, name, at, report);
        }
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.addAll();
    }
}
