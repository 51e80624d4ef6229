package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code properties}, {@code patternProperties} and {@code additionalProperties}, which share the members out. */
final class Members extends Keyword implements Children.MemberTest {

    private final String[] names;
    private final Subschema[] named;
    private final Map<String, Subschema> byName = new HashMap<>();
    private final Regex[] patterns;
    private final Subschema[] matching;
    private final Others others;

    /** @param properties in the order of the schema */
    Members(Source source, Map<String, Subschema> properties, Map<Regex, Subschema> patterns, Others others) {
        super("additionalProperties", source, Set.of(Kind.OBJECT));
        names = properties.keySet().toArray(String[]::new);
        named = properties.values().toArray(Subschema[]::new);
        byName.putAll(properties);
        this.patterns = patterns.keySet().toArray(Regex[]::new);
        matching = patterns.values().toArray(Subschema[]::new);
        this.others = others;
    }

    /**
     * Whether a value is accepted does not depend on the order of its members, and neither may the work that is counted:
     * so members are asked in the order of the schema, and after the first refusal only where that order decides.
     */
    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonObject object = (JsonObject) value;
        if (object.runs().isPresent() || names.length > 2 * object.size() + 2) {
            return Children.allMembers(object, this, Optional.of(this), evaluation);
        }
        Map<String, Json> members = object.members();
        int found = 0;
        for (int i = 0; i < names.length; i++) {
            Json member = members.get(names[i]);
            if (member != null) {
                found++;
                if (!named[i].acceptsWhole(member, evaluation)) {
                    return false;
                }
            }
        }
        boolean done = patterns.length == 0 && (found == object.size() || others.isAnything());
        return done || acceptsUnnamed(members, evaluation);
    }

    private boolean acceptsUnnamed(Map<String, Json> members, Evaluation evaluation) {
        boolean accepted = true;
        for (Map.Entry<String, Json> member : members.entrySet()) {
            boolean isNamed = byName.containsKey(member.getKey());
            evaluation.step(1);
            accepted &= acceptsUnnamed(member.getKey(), isNamed, member.getValue(), evaluation);
        }
        return accepted;
    }

    private boolean acceptsUnnamed(String name, boolean isNamed, Json member, Evaluation evaluation) {
        boolean matched = isNamed;
        for (int i = 0; i < patterns.length; i++) {
            if (patterns[i].isFoundIn(name)) {
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
        Subschema property = byName.get(name);
        boolean accepted = property == null || property.acceptsWhole(member, evaluation);
        return accepted && acceptsUnnamed(name, property != null, member, evaluation);
    }

    @Override
    void report(Json value, JsonPointer at, Report report) {
        JsonObject object = (JsonObject) value;
        for (String name : Children.refusedMembers(object, this, Optional.of(this), report.evaluation())) {
            List<Subschema> schemas = schemas(name);
            for (Subschema schema : schemas) {
                schema.reportChild(object.get(name).orElseThrow(), at, name, report);
            }
            if (schemas.isEmpty()) {
                others.reportMember(this, "additionalProperties", object, name, at, report);
            }
        }
    }

    private List<Subschema> schemas(String name) {
        List<Subschema> schemas = new ArrayList<>();
        if (byName.containsKey(name)) {
            schemas.add(byName.get(name));
        }
        for (int i = 0; i < patterns.length; i++) {
            if (patterns[i].isFoundIn(name)) {
                schemas.add(matching[i]);
            }
        }
        return schemas;
    }

    /** Whether it evaluates members with a name, other than by {@code additionalProperties}. */
    boolean speaksOf(String name) {
        if (byName.containsKey(name)) {
            return true;
        }
        for (Regex pattern : patterns) {
            if (pattern.isFoundIn(name)) {
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
