package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.keyword.Regex;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which places a valid document can have, told from the schema alone, and only where it is certain.
 *
 * <p>Followed are {@code $ref}, {@code $sealed}, {@code allOf}, {@code type}, {@code const}, {@code enum}, {@code
 * properties}, {@code patternProperties}, {@code additionalProperties}, {@code prefixItems}, {@code items} and {@code
 * maxItems}; all other keywords are taken to allow everything. A place stands for sets of subschemas: a value there
 * satisfies all of one of the sets. A wildcard makes several sets of one, so their number is bounded; beyond it nothing
 * is certain.
 */
public final class SchemaPlaces {

    private static final int MOST_SETS = 64;
    private static final int MOST_SCHEMAS = 200;

    /** Of an enum, which a value is compared with in the time of a step. */
    private static final int OPTIONS_OF_A_STEP = 30;

    private static final String ANY = "*";

    private final Json root;
    private final SchemaWalk walk;
    private final Exclusions exclusions;

    SchemaPlaces(Json root, SchemaWalk walk) {
        this.root = root;
        this.walk = walk;
        this.exclusions = new Exclusions(root);
    }

    /**
     * Why no valid document has a value at any place of the pattern: the place of the keyword that forbids it, inside
     * of the schema. Empty if one may have.
     */
    public Optional<JsonPointer> forbids(PathPattern pattern, WorkBudget work) {
        Reached reached = reach(pattern, work);
        return reached.sets.isEmpty() ? reached.forbidden : Optional.empty();
    }

    /**
     * Why no value at the places of a pattern equals this one: the place of the keyword that excludes it. Empty if one
     * may, and where nothing can be at all.
     *
     * @param typeOnly whether another value of its type is as good
     */
    public Optional<JsonPointer> excludes(PathPattern pattern, Json value, boolean typeOnly, WorkBudget work) {
        Optional<JsonPointer> first = Optional.empty();
        for (Set<JsonPointer> set : reach(pattern, work).sets) {
            if (!work.spend(exclusions.options(set) / OPTIONS_OF_A_STEP)) {
                return Optional.empty();
            }
            Optional<JsonPointer> keyword =
                    typeOnly ? exclusions.ofType(value.typeName(), set) : exclusions.ofValue(value, set);
            if (keyword.isEmpty()) {
                return keyword;
            }
            first = first.or(() -> keyword);
        }
        return first;
    }

    /** Whether whatever is at the places of a pattern is an array. */
    public boolean areArrays(PathPattern pattern, WorkBudget work) {
        return certain(pattern, work, set -> exclusions.ofType("object", set).isPresent());
    }

    /** Whether whatever is at the places of a pattern is an array of a bounded length. */
    public boolean areBoundedArrays(PathPattern pattern, WorkBudget work) {
        return certain(
                pattern, work, set -> set.stream().anyMatch(at -> maxItems(at).isPresent()));
    }

    /** The members that the schema names of whatever is at the places of a pattern. */
    public SortedSet<String> names(PathPattern pattern, WorkBudget work) {
        SortedSet<String> names = new TreeSet<>();
        for (Set<JsonPointer> set : reach(pattern, work).sets) {
            for (JsonPointer at : set) {
                JsonObject properties = object(at.child("properties"));
                if (work.spend(properties.size())) {
                    names.addAll(properties.names());
                }
            }
        }
        return names;
    }

    /** Whether whatever is at the places of a pattern is sealed, so that nobody can look into it. */
    public boolean areSealed(PathPattern pattern, WorkBudget work) {
        return certain(pattern, work, set -> exclusions.closed(set).isPresent());
    }

    private boolean certain(PathPattern pattern, WorkBudget work, Predicate<Set<JsonPointer>> holds) {
        Reached reached = reach(pattern, work);
        return !reached.sets.isEmpty() && reached.sets.stream().allMatch(holds);
    }

    /** What a value at a place may be. A set without schemas is any value at all. */
    private static final class Reached {

        private final Set<Set<JsonPointer>> sets = new LinkedHashSet<>();
        private Optional<JsonPointer> forbidden = Optional.empty();

        private void forbid(JsonPointer keyword) {
            forbidden = forbidden.isPresent() ? forbidden : Optional.of(keyword);
        }

        private void unknown() {
            sets.clear();
            sets.add(Set.of());
        }

        private boolean isUnknown() {
            return sets.contains(Set.<JsonPointer>of());
        }
    }

    private Reached reach(PathPattern pattern, WorkBudget work) {
        Reached here = new Reached();
        add(Set.of(JsonPointer.ROOT), here);
        int steps = pattern.segments().size() + (pattern.isDeep() ? 1 : 0);
        for (int i = 0; i < steps && !here.sets.isEmpty() && !here.isUnknown(); i++) {
            String segment = i < pattern.segments().size() ? pattern.segments().get(i) : ANY;
            Reached next = new Reached();
            for (Set<JsonPointer> set : here.sets) {
                if (!work.spend(1 + set.size() + exclusions.options(set) / OPTIONS_OF_A_STEP)) {
                    next.unknown();
                    return next;
                }
                step(set, segment, next, work);
            }
            if (next.sets.size() > MOST_SETS || next.isUnknown()) {
                next.unknown();
            }
            here = next;
        }
        return here;
    }

    private void step(Set<JsonPointer> set, String segment, Reached next, WorkBudget work) {
        Optional<JsonPointer> notObject = exclusions.closed(set).or(() -> exclusions.ofType("object", set));
        Optional<JsonPointer> notArray = exclusions.ofType("array", set);
        OptionalInt index = JsonPointer.arrayIndex(segment);
        boolean item = index.isPresent() || segment.equals(ANY) || segment.equals(JsonPointer.END);
        if (notObject.isEmpty()) {
            members(set, segment, next, work);
        } else if (!item || notArray.isPresent()) {
            next.forbid(notObject.get());
        }
        if (item && notArray.isEmpty()) {
            items(set, segment, index, next, work);
        }
    }

    private void members(Set<JsonPointer> set, String segment, Reached next, WorkBudget work) {
        if (!segment.equals(ANY)) {
            member(set, segment, next, work);
            return;
        }
        Set<String> names = new LinkedHashSet<>();
        for (JsonPointer at : set) {
            JsonObject properties = object(at.child("properties"));
            if (Math.max(names.size(), properties.size()) > MOST_SETS) {
                next.unknown();
                return;
            }
            names.addAll(properties.names());
        }
        if (names.size() > MOST_SETS || !work.spend((long) names.size() * set.size())) {
            next.unknown();
            return;
        }
        names.forEach(name -> member(set, name, next, work));
        Set<JsonPointer> others = new LinkedHashSet<>();
        for (JsonPointer at : set) {
            if (object(at.child("patternProperties")).isEmpty()) {
                keyword(at, "additionalProperties").ifPresent(others::add);
            }
        }
        add(others, next);
    }

    private void member(Set<JsonPointer> set, String name, Reached next, WorkBudget work) {
        Set<JsonPointer> child = new LinkedHashSet<>();
        for (JsonPointer at : set) {
            Set<JsonPointer> named = new LinkedHashSet<>();
            if (object(at.child("properties")).has(name)) {
                named.add(at.child("properties").child(name));
            }
            for (String pattern : object(at.child("patternProperties")).names()) {
                Regex regex = walk.patterns().get(pattern);
                if (!work.spend(regex.steps(name.length()))) {
                    next.unknown();
                    return;
                }
                if (regex.isFoundIn(name)) {
                    named.add(at.child("patternProperties").child(pattern));
                }
            }
            if (named.isEmpty()) {
                keyword(at, "additionalProperties").ifPresent(named::add);
            }
            child.addAll(named);
        }
        add(child, next);
    }

    private void items(Set<JsonPointer> set, String segment, OptionalInt index, Reached next, WorkBudget work) {
        int longest = set.stream().mapToInt(this::prefix).max().orElse(0);
        if (index.isPresent()) {
            item(set, index.getAsInt(), next);
        } else if (segment.equals(JsonPointer.END) && longest > 0) {
            next.unknown();
        } else if (longest > MOST_SETS || !work.spend((long) longest * set.size())) {
            next.unknown();
        } else {
            for (int i = 0; i <= longest; i++) {
                item(set, i, next);
            }
        }
    }

    private void item(Set<JsonPointer> set, int index, Reached next) {
        Set<JsonPointer> child = new LinkedHashSet<>();
        for (JsonPointer at : set) {
            if (maxItems(at)
                    .filter(most -> most.compareTo(BigDecimal.valueOf(index)) <= 0)
                    .isPresent()) {
                next.forbid(at.child("maxItems"));
                return;
            }
            if (index < prefix(at)) {
                child.add(at.child("prefixItems").child(index));
            } else {
                keyword(at, "items").ifPresent(child::add);
            }
        }
        add(child, next);
    }

    /**
     * Adds what the schemas say together, with all that they refer to; a set with {@code false} among it is impossible.
     */
    private void add(Set<JsonPointer> schemas, Reached next) {
        Set<JsonPointer> closed = new LinkedHashSet<>();
        List<JsonPointer> open = new ArrayList<>(schemas);
        for (int i = 0; i < open.size() && i < MOST_SCHEMAS; i++) {
            JsonPointer at = open.get(i);
            Json schema = at.resolve(root).orElseThrow();
            if (schema.equals(Json.of(false))) {
                next.forbid(at);
                return;
            }
            if (schema instanceof JsonObject object && !object.isEmpty() && closed.add(at)) {
                walk.target(at).ifPresent(open::add);
                int parts = list(at.child("allOf")).size();
                for (int part = 0; part < parts && open.size() < MOST_SCHEMAS; part++) {
                    open.add(at.child("allOf").child(part));
                }
            }
        }
        next.sets.add(closed);
    }

    private Optional<BigDecimal> maxItems(JsonPointer at) {
        return object(at)
                .get("maxItems")
                .flatMap(most -> most instanceof JsonNumber number ? Optional.of(number.value()) : Optional.empty());
    }

    private int prefix(JsonPointer at) {
        return list(at.child("prefixItems")).size();
    }

    private Optional<JsonPointer> keyword(JsonPointer at, String name) {
        return object(at).has(name) ? Optional.of(at.child(name)) : Optional.empty();
    }

    private JsonObject object(JsonPointer at) {
        return at.resolve(root).orElse(Json.nul()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private JsonArray list(JsonPointer at) {
        return at.resolve(root).orElse(Json.nul()) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }
}
