package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code properties}, {@code patternProperties} and {@code additionalProperties}, which share the members out. */
final class Members extends Keyword implements Children.MemberTest {

    private final Names names;
    private final Subschema[] named;
    private final Regex[] patterns;
    private final Subschema[] matching;
    private final Others others;

    /**
     * @param properties in the order of the schema
     * @param matching the schema of each pattern
     */
    Members(
            Source source,
            Map<String, Subschema> properties,
            Regex[] patterns,
            Collection<Subschema> matching,
            Others others) {
        super("additionalProperties", source, Set.of(Kind.OBJECT));
        names = new Names(properties.keySet());
        named = properties.values().toArray(Subschema[]::new);
        this.patterns = patterns.clone();
        this.matching = matching.toArray(Subschema[]::new);
        this.others = others;
    }

    /**
     * Whether a value is accepted does not depend on the order of its members, and neither may the work that is
     * counted: so members are asked in the order of the schema, and after the first refusal only where that order
     * decides.
     */
    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        if (object.runs().isPresent() || names.size() > 2 * object.size() + 2) {
            return Children.allMembers(object, this, Optional.of(this), evaluation);
        }
        evaluation.charge(object.size());
        Map<String, Json> members = object.members();
        Json[] found = new Json[named.length];
        int count = 0;
        int guess = 0;
        for (Map.Entry<String, Json> member : members.entrySet()) {
            evaluation.charge(names.cost(member.getKey()));
            int place = names.find(member.getKey(), guess);
            if (place >= 0) {
                found[place] = member.getValue();
                count++;
                guess = place + 1;
            }
        }
        for (int i = 0; i < found.length; i++) {
            if (found[i] != null && !named[i].acceptsWhole(found[i], evaluation)) {
                return false;
            }
        }
        boolean done = patterns.length == 0 && (count == object.size() || others.isAnything());
        return done || acceptsUnnamed(members, evaluation);
    }

    private boolean acceptsUnnamed(Map<String, Json> members, Evaluation evaluation) {
        boolean accepted = true;
        for (Map.Entry<String, Json> member : members.entrySet()) {
            boolean isNamed = names.find(member.getKey()) >= 0;
            evaluation.step(1);
            accepted &= acceptsUnnamed(member.getKey(), isNamed, member.getValue(), evaluation);
        }
        return accepted;
    }

    private boolean acceptsUnnamed(String name, boolean isNamed, Json member, Evaluation evaluation) {
        boolean matched = isNamed;
        for (int i = 0; i < patterns.length; i++) {
            if (patterns[i].isFoundIn(name, evaluation)) {
                matched = true;
                if (!matching[i].acceptsWhole(member, evaluation)) {
                    return false;
                }
            }
        }
        return matched || others.accept(member, evaluation);
    }

    @Override
    public boolean acceptsMember(String name, Json member, Evaluation evaluation) {
        evaluation.charge(names.cost(name));
        int place = names.find(name);
        boolean accepted = place < 0 || named[place].acceptsWhole(member, evaluation);
        return accepted && acceptsUnnamed(name, place >= 0, member, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        JsonObject object = (JsonObject) value;
        for (String name : Children.refusedMembers(object, this, Optional.of(this), report.evaluation())) {
            List<Subschema> schemas = schemas(name, report.evaluation());
            for (Subschema schema : schemas) {
                schema.reportChild(object.get(name).orElseThrow(), at, name, report);
            }
            if (schemas.isEmpty()) {
                others.reportMember(this, "additionalProperties", object, name, at, report);
            }
        }
    }

    private List<Subschema> schemas(String name, Evaluation evaluation) {
        List<Subschema> schemas = new ArrayList<>();
        if (names.find(name) >= 0) {
            schemas.add(named[names.find(name)]);
        }
        for (int i = 0; i < patterns.length; i++) {
            if (patterns[i].isFoundIn(name, evaluation)) {
                schemas.add(matching[i]);
            }
        }
        return schemas;
    }

    /** Whether it evaluates members with a name, other than by {@code additionalProperties}. */
    boolean speaksOf(String name, Evaluation evaluation) {
        evaluation.charge(names.cost(name));
        if (names.find(name) >= 0) {
            return true;
        }
        for (Regex pattern : patterns) {
            if (pattern.isFoundIn(name, evaluation)) {
                return true;
            }
        }
        return false;
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        if (others.isPresent()) {
            covered.addAll();
        } else {
            covered.add(this);
        }
    }

    /** What names it evaluates does not depend on what it says of them. */
    @Override
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        cover(value, evaluation, covered);
    }
}
