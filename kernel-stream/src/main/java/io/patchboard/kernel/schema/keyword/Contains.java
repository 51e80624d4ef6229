package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.Optional;
import java.util.Set;

/** {@code contains} with {@code minContains} and {@code maxContains}. */
final class Contains extends Keyword implements Children.ItemTest {

    private final Subschema schema;
    private final long least;
    private final long most;

    Contains(Source source, Subschema schema, long least, long most) {
        super("contains", source, Set.of(Kind.ARRAY));
        this.schema = schema;
        this.least = least;
        this.most = most;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        int count = Children.countItems((JsonArray) value, this, Optional.of(this), evaluation);
        return count >= least && count <= most;
    }

    @Override
    public boolean acceptsItem(Json item, Evaluation evaluation) {
        return schema.acceptsWhole(item, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        int count = Children.countItems((JsonArray) value, this, Optional.of(this), report.evaluation());
        if (count < least) {
            report.add(this, value, at);
        } else if (count > most) {
            report.addAs("maxContains", this, value, at);
        }
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.add(this);
    }
}
