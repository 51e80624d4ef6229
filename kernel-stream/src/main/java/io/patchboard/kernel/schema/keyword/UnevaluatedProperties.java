package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;

/** {@code unevaluatedProperties}. */
final class UnevaluatedProperties extends Unevaluated {

    /** @param beside the other keywords of the subschema */
    UnevaluatedProperties(Source source, List<Keyword> beside, Others others) {
        super("unevaluatedProperties", source, Kind.OBJECT, beside, others);
    }

    @Override
    boolean acceptsRest(Json value, Covered covered, Optional<?> key, Evaluation evaluation) {
        return Children.allMembers((JsonObject) value, test(covered), key, evaluation);
    }

    private Children.MemberTest test(Covered covered) {
        return (name, member, evaluation) -> covered.covers(name, evaluation) || others().accept(member, evaluation);
    }

    @Override
    void reportRest(Json value, Covered covered, Optional<?> key, JsonPointer at, Report report) {
        JsonObject object = (JsonObject) value;
        for (String name : Children.refusedMembers(object, test(covered), key, report.evaluation())) {
            others().reportMember(this, name(), object, name, at, report);
        }
    }
}
