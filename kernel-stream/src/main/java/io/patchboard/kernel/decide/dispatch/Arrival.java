package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A match on its way to an invocation.
 *
 * @param releases sequences of the held triggers that it was so far
 * @param version of the state when the rule matched
 */
public record Arrival(Rule rule, Trigger trigger, List<Long> releases, long version) {

    /** What was held comes on as one, with the items of all. */
    public static Arrival of(Rule rule, List<HeldTrigger> held) {
        HeldTrigger latest = held.get(held.size() - 1);
        List<String> paths = held.stream()
                .flatMap(match -> match.trigger().path().stream())
                .distinct()
                .toList();
        return new Arrival(
                rule,
                new Trigger(
                        rule.name(),
                        latest.trigger().sequence(),
                        latest.trigger().path(),
                        paths),
                held.stream().map(HeldTrigger::sequence).toList(),
                held.stream().mapToLong(HeldTrigger::version).min().orElseThrow());
    }

    /** One that was held alone. */
    public static Arrival of(Rule rule, HeldTrigger held) {
        return new Arrival(rule, held.trigger(), List.of(held.sequence()), held.version());
    }

    public Arrival withTrigger(Trigger other) {
        return new Arrival(rule, other, releases, version);
    }

    public Arrival withoutReleases() {
        return new Arrival(rule, trigger, List.of(), version);
    }

    /** Spread over the places of the rule's {@code forEach}; the first uses up what was held. */
    List<Arrival> overItems(Json state, Conditions conditions, Work work) {
        List<String> origin =
                trigger.paths().isEmpty() ? trigger.path().stream().toList() : trigger.paths();
        List<Arrival> each = new ArrayList<>();
        for (JsonPointer place : rule.forEach().orElseThrow().expand(state, ChangedItems.visits(work))) {
            Arrival item =
                    withTrigger(new Trigger(rule.name(), trigger.sequence(), Optional.of(place.toString()), origin));
            if (conditions.holds(rule, item.trigger())) {
                each.add(each.isEmpty() ? item : item.withoutReleases());
            }
        }
        return each;
    }

    /** The version of the state that the views of a match are of. */
    long shown(Board board) {
        return rule.pin() ? version : board.version();
    }

    /** The version that all its invocations show; absent for the latest. */
    Optional<Long> pinned() {
        return rule.pin() ? Optional.of(version) : Optional.empty();
    }

    /** A value that was removed can be shown to its condition only when it goes. */
    public boolean stillHolds(Conditions conditions) {
        return rule.onlyRemovals() || conditions.holds(rule, trigger);
    }
}
