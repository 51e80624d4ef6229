package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Optional;
import java.util.Set;

/** {@code propertyNames}. */
final class PropertyNames extends Keyword implements Children.MemberTest {

    private final Subschema schema;

    PropertyNames(Source source, Subschema schema) {
        super("propertyNames", source, Set.of(Kind.OBJECT));
        this.schema = schema;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return Children.allMembers((JsonObject) value, this, Optional.of(this), evaluation);
    }

    @Override
    public boolean acceptsMember(String name, Json member, Evaluation evaluation) {
        return schema.accepts(Json.of(name), evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        Children.refusedMembers((JsonObject) value, this, Optional.of(this), report.evaluation())
                .forEach(name -> report.addMember("propertyNames", this, value, at, name));
    }
}
