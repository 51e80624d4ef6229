package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code required}. */
final class Required extends Keyword {

    private final List<String> names;
    private final Names distinct;
    private final long lookups;

    Required(Source source, List<String> names) {
        super("required", source, Set.of(Kind.OBJECT));
        this.names = List.copyOf(names);
        distinct = new Names(new LinkedHashSet<>(names));
        lookups = Names.lookups(names);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        if (object.size() > 2 * distinct.size()) {
            evaluation.step(lookups);
            return hasAll(object);
        }
        evaluation.step(names.size());
        return count(object, evaluation) == distinct.size();
    }

    private boolean hasAll(JsonObject object) {
        for (int i = 0; i < names.size(); i++) {
            if (!object.has(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * How many members are required: names are distinct on both sides, so as many as there are names means all of them.
     */
    private int count(JsonObject object, Evaluation evaluation) {
        int count = 0;
        int guess = 0;
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            evaluation.charge(distinct.cost(member.getKey()));
            int place = distinct.find(member.getKey(), guess);
            if (place >= 0) {
                count++;
                guess = place + 1;
            }
        }
        return count;
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        report.evaluation().step(lookups);
        for (String name : names) {
            if (!((JsonObject) value).has(name)) {
                report.addMember("required", this, value, at, name);
            }
        }
    }
}
