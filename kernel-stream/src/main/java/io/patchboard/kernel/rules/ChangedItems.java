package io.patchboard.kernel.rules;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Former;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the places that a patch changed in a way that somebody waits for.
 *
 * @param work of the decision
 */
public record ChangedItems(Work work) {

    /** It is visited, named, and compared with what was there before. */
    private static final long UNITS_OF_A_PLACE = 50;

    /** Each step to a place makes a pointer that has all its tokens. */
    private static final int TOKENS_OF_A_PLACE = 16;

    private static final long UNITS_OF_AN_EFFECT = 5;

    /** Operation of the patch, through which a place is followed back. */
    private static final long UNITS_OF_AN_EARLIER_ONE = 10;

    /** Bytes of values that are compared. */
    private static final int BYTES_OF_A_UNIT = 4;

    /** Charges places of a pattern that are visited. */
    public static Consumer<JsonPointer> visits(Work work) {
        return place -> work.charge(
                WorkKind.MATCHING, UNITS_OF_A_PLACE * (1 + place.tokens().size() / TOKENS_OF_A_PLACE));
    }

    /** Whether there is such a place, or a change inside of one, which counts as its replacement. */
    public boolean touch(Rule.Change change, List<Effect> effects) {
        boolean inside = change.kinds().contains(ChangeKind.REPLACE)
                && effects.stream()
                        .anyMatch(effect -> change.path().covers(effect.place())
                                && !change.path().matches(effect.place()));
        return inside || !of(change, effects).isEmpty();
    }

    /**
     * A place that satisfies a condition.
     *
     * @param value that is there; for a removal the one that was there
     */
    record Item(JsonPointer place, Json value, boolean removed) {}

    /**
     * The places that satisfy the condition, each once; of several changes of one, the last that does. Where only
     * removals are asked for, they are those of before the patch, which are different for different things.
     */
    Collection<Item> of(Rule.Change change, List<Effect> effects) {
        Map<JsonPointer, Item> items = new LinkedHashMap<>();
        work.charge(WorkKind.MATCHING, UNITS_OF_AN_EFFECT * effects.size());
        for (Effect effect : effects) {
            if (change.onlyRemovals()) {
                effect.former()
                        .flatMap(former ->
                                former.find(steps -> work.charge(WorkKind.MATCHING, UNITS_OF_AN_EARLIER_ONE * steps)))
                        .ifPresent(former -> addRemoved(change, effect, former, items));
            } else if (change.path().matches(effect.place())) {
                if (change.kinds().contains(effect.kind())) {
                    Json value = effect.after().or(effect::before).orElseThrow();
                    put(new Item(effect.place(), value, effect.after().isEmpty()), items);
                }
            } else if (change.path().mayMatchBelow(effect.place()) && mayConcern(change, effect)) {
                addInside(change, effect, items);
            }
        }
        return items.values();
    }

    private void addRemoved(Rule.Change change, Effect effect, Former.Found former, Map<JsonPointer, Item> items) {
        JsonPointer at = former.place();
        if (change.path().matches(at)) {
            if (effect.kind() == ChangeKind.REMOVE) {
                put(new Item(at, former.value(), true), items);
            }
        } else if (change.path().mayMatchBelow(at)) {
            Optional<Json> was = Optional.of(former.value());
            Set<JsonPointer> after = outermost(change.path(), at, effect.after());
            outermost(change.path(), at, was).stream()
                    .filter(place -> !after.contains(place))
                    .forEach(place -> put(new Item(place, inside(at, place, was), true), items));
        }
    }

    private static void put(Item item, Map<JsonPointer, Item> items) {
        items.put(item.place(), item);
    }

    /** What is inside of a value that went can only have gone, and inside of one that came only have come. */
    private static boolean mayConcern(Rule.Change change, Effect effect) {
        return effect.kind() == ChangeKind.REPLACE || change.kinds().contains(effect.kind());
    }

    private void addInside(Rule.Change change, Effect effect, Map<JsonPointer, Item> items) {
        Set<JsonPointer> before = outermost(change.path(), effect.place(), effect.before());
        Set<JsonPointer> after = outermost(change.path(), effect.place(), effect.after());
        for (JsonPointer place : after) {
            Json now = inside(effect.place(), place, effect.after());
            boolean replaced = before.contains(place);
            ChangeKind kind = replaced ? ChangeKind.REPLACE : ChangeKind.ADD;
            if (change.kinds().contains(kind) && !(replaced && same(before(effect, place), now))) {
                put(new Item(place, now, false), items);
            }
        }
        if (change.kinds().contains(ChangeKind.REMOVE)) {
            before.stream()
                    .filter(place -> !after.contains(place))
                    .forEach(place -> put(new Item(place, before(effect, place), true), items));
        }
    }

    /** What a patch did not touch is the same object; only what it wrote anew is compared, value by value. */
    private boolean same(Json before, Json now) {
        if (before != now) {
            work.charge(WorkKind.MATCHING, Math.min(before.canonicalBytes(), now.canonicalBytes()) / BYTES_OF_A_UNIT);
        }
        return before.equals(now);
    }

    private static Json before(Effect effect, JsonPointer place) {
        return inside(effect.place(), place, effect.before());
    }

    private static Json inside(JsonPointer outer, JsonPointer place, Optional<Json> value) {
        JsonPointer rest = new JsonPointer(
                place.tokens().subList(outer.tokens().size(), place.tokens().size()));
        return value.flatMap(rest::resolve).orElseThrow();
    }

    private Set<JsonPointer> outermost(PathPattern pattern, JsonPointer at, Optional<Json> value) {
        Set<JsonPointer> places = new LinkedHashSet<>();
        Set<JsonPointer> skipped = new HashSet<>();
        for (JsonPointer place :
                value.map(json -> pattern.expandUnder(at, json, visits(work))).orElse(List.of())) {
            JsonPointer parent = place.parent();
            if (places.contains(parent) || skipped.contains(parent)) {
                skipped.add(place);
            } else {
                places.add(place);
            }
        }
        return places;
    }
}
