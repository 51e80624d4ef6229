package io.patchboard.kernel.rules;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the rules that match one log entry, on the state after it. */
public final class RuleMatcher {

    private final Blueprint blueprint;
    private final long sequence;
    private final Conditions conditions;
    private final Work work;
    private final ChangedItems items;

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
        this.items = new ChangedItems(work);
    }

    /** Rules on changes that one of the effects satisfies. */
    public List<Match> onChange(List<Effect> effects) {
        List<Match> matches = new ArrayList<>();
        for (Rule rule : blueprint.rules()) {
            work.isFor(rule.name());
            switch (rule.on()) {
                case Rule.Change change -> add(rule, change, effects, matches);
                case Rule.Join join -> addParts(rule, join, effects, matches);
                case Rule.Created event -> {}
                case Rule.Quiescent event -> {}
            }
        }
        return matches;
    }

    private void add(Rule rule, Rule.Change change, List<Effect> effects, List<Match> matches) {
        for (ChangedItems.Item item : items.of(change, effects)) {
            Trigger trigger = trigger(rule, Optional.of(item.place().toString()));
            if (rule.forEach().isPresent() || conditions.holds(rule, trigger, Optional.of(item.value()))) {
                matches.add(new Match(rule, trigger, Optional.empty(), removed(item)));
            }
        }
    }

    private static Optional<Json> removed(ChangedItems.Item item) {
        return item.removed() ? Optional.of(item.value()) : Optional.empty();
    }

    /** The condition of a join is asked when it is complete. */
    private void addParts(Rule rule, Rule.Join join, List<Effect> effects, List<Match> matches) {
        for (int number = 0; number < join.parts().size(); number++) {
            for (ChangedItems.Item item : items.of(join.parts().get(number), effects)) {
                Trigger trigger = trigger(rule, Optional.of(item.place().toString()));
                Optional<String> key =
                        join.correlate().flatMap(expression -> conditions.key(expression, trigger, item.value()));
                if (join.correlate().isEmpty() || key.isPresent() || join.needed() > 1) {
                    Match.Part part = new Match.Part(number, key);
                    matches.add(new Match(rule, trigger, Optional.of(part), removed(item)));
                }
            }
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
                    matches.add(new Match(rule, trigger, Optional.empty(), Optional.empty()));
                }
            }
        }
        return matches;
    }

    private Trigger trigger(Rule rule, Optional<String> path) {
        return new Trigger(rule.name(), sequence, path);
    }
}
