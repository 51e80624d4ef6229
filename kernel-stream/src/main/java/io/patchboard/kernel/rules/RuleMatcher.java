package io.patchboard.kernel.rules;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Finds the rules that match one log entry, on the state after it. */
public final class RuleMatcher {

    /** It is visited, named, and compared with what was there before. */
    private static final long UNITS_OF_A_PLACE = 50;

    private static final long UNITS_OF_AN_EFFECT = 5;

    private final Blueprint blueprint;
    private final long sequence;
    private final Conditions conditions;
    private final Work work;

    /**
     * Finds rules by their conditions.
     *
     * @param sequence of the log entry that the rules are held against
     * @param work of the decision
     */
    public RuleMatcher(Blueprint blueprint, Conditions conditions, long sequence, Work work) {
        this.blueprint = blueprint;
        this.conditions = conditions;
        this.sequence = sequence;
        this.work = work;
    }

    /** Charges places of a pattern that are visited. */
    public static Consumer<JsonPointer> visits(Work work) {
        return place -> work.charge(WorkKind.MATCHING, UNITS_OF_A_PLACE);
    }

    /** Rules on changes that one of the effects satisfies. */
    public List<Match> onChange(List<Effect> effects) {
        List<Match> matches = new ArrayList<>();
        for (Rule rule : blueprint.rules()) {
            work.isFor(rule.name());
            if (rule.on() instanceof Rule.Change change) {
                items(change, effects).forEach((place, item) -> {
                    Trigger trigger = trigger(rule, Optional.of(place.toString()));
                    if (rule.forEach().isPresent() || conditions.holds(rule, trigger, item)) {
                        matches.add(new Match(rule, trigger, Optional.empty()));
                    }
                });
            } else if (rule.on() instanceof Rule.Join join) {
                addParts(rule, join, effects, matches);
            }
        }
        return matches;
    }

    /** The condition of a join is asked when it is complete. */
    private void addParts(Rule rule, Rule.Join join, List<Effect> effects, List<Match> matches) {
        for (int i = 0; i < join.parts().size(); i++) {
            int number = i;
            items(join.parts().get(i), effects).forEach((place, item) -> {
                Trigger trigger = trigger(rule, Optional.of(place.toString()));
                Optional<String> key =
                        join.correlate().flatMap(expression -> conditions.key(expression, trigger, item));
                if (join.correlate().isEmpty() || key.isPresent()) {
                    matches.add(new Match(rule, trigger, Optional.of(new Match.Part(number, key))));
                }
            });
        }
    }

    /** Rules on the event that a board began. */
    public List<Match> onCreated() {
        return onEvent(Rule.Created.class);
    }

    /** Rules on the event that a board has nothing left to do. */
    public List<Match> onQuiescent() {
        return onEvent(Rule.Quiescent.class);
    }

    private List<Match> onEvent(Class<? extends Rule.On> event) {
        List<Match> matches = new ArrayList<>();
        for (Rule rule : blueprint.rules()) {
            work.isFor(rule.name());
            if (event.isInstance(rule.on())) {
                Trigger trigger = trigger(rule, Optional.empty());
                if (rule.forEach().isPresent() || conditions.holds(rule, trigger)) {
                    matches.add(new Match(rule, trigger, Optional.empty()));
                }
            }
        }
        return matches;
    }

    private Trigger trigger(Rule rule, Optional<String> path) {
        return new Trigger(rule.name(), sequence, path);
    }

    /** The places that satisfy the rule, each with the value there; for a removal the value that was there. */
    private Map<JsonPointer, Json> items(Rule.Change change, List<Effect> effects) {
        Map<JsonPointer, Json> items = new LinkedHashMap<>();
        work.charge(WorkKind.MATCHING, UNITS_OF_AN_EFFECT * effects.size());
        for (Effect effect : effects) {
            if (change.path().matches(effect.place())) {
                if (change.kinds().contains(effect.kind())) {
                    items.put(effect.place(), effect.after().or(effect::before).orElseThrow());
                }
            } else if (change.path().mayMatchBelow(effect.place()) && mayConcern(change, effect)) {
                addInside(change, effect, items);
            }
        }
        return items;
    }

    /** What is inside of a value that went can only have gone, and inside of one that came only have come. */
    private static boolean mayConcern(Rule.Change change, Effect effect) {
        return effect.kind() == ChangeKind.REPLACE || change.kinds().contains(effect.kind());
    }

    private void addInside(Rule.Change change, Effect effect, Map<JsonPointer, Json> items) {
        Set<JsonPointer> before = outermost(change.path(), effect.place(), effect.before());
        Set<JsonPointer> after = outermost(change.path(), effect.place(), effect.after());
        for (JsonPointer place : after) {
            Json now = inside(effect, place, effect.after());
            boolean replaced = before.contains(place);
            ChangeKind kind = replaced ? ChangeKind.REPLACE : ChangeKind.ADD;
            boolean same = replaced && inside(effect, place, effect.before()).equals(now);
            if (!same && change.kinds().contains(kind)) {
                items.put(place, now);
            }
        }
        if (change.kinds().contains(ChangeKind.REMOVE)) {
            before.stream()
                    .filter(place -> !after.contains(place))
                    .forEach(place -> items.put(place, inside(effect, place, effect.before())));
        }
    }

    private static Json inside(Effect effect, JsonPointer place, Optional<Json> value) {
        JsonPointer rest = new JsonPointer(place.tokens()
                .subList(effect.place().tokens().size(), place.tokens().size()));
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
