package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A match on its way to an invocation.
 *
 * @param releases sequences of the held triggers that it was so far
 * @param version of the state when the rule matched
 * @param removed the item, where it has just been removed; absent where it is in the state, or nobody knows it any more
 * @param parts the held triggers that it is made of, where they were to go on as one
 */
public record Arrival(
        Rule rule,
        Trigger trigger,
        List<Long> releases,
        long version,
        Optional<Json> removed,
        List<HeldTrigger> parts) {

    static Arrival of(Match match, long version) {
        return new Arrival(match.rule(), match.trigger(), List.of(), version, match.removed(), List.of());
    }

    /** What was held comes on as one, with the items of all. */
    public static Arrival of(Rule rule, List<HeldTrigger> held) {
        HeldTrigger latest = held.get(held.size() - 1);
        Stream<String> places = held.stream().flatMap(match -> match.trigger().path().stream());
        List<String> paths = (rule.onlyRemovals() ? places : places.distinct()).toList();
        return new Arrival(
                rule,
                new Trigger(
                        rule.name(),
                        latest.trigger().sequence(),
                        latest.trigger().path(),
                        paths),
                held.stream().map(HeldTrigger::sequence).toList(),
                held.stream().mapToLong(HeldTrigger::version).min().orElseThrow(),
                Optional.empty(),
                List.copyOf(held));
    }

    /** One that was held alone. */
    public static Arrival of(Rule rule, HeldTrigger held) {
        return new Arrival(rule, held.trigger(), List.of(held.sequence()), held.version(), Optional.empty(), List.of());
    }

    public Arrival withTrigger(Trigger other) {
        return new Arrival(rule, other, releases, version, removed, parts);
    }

    public Arrival withoutReleases() {
        return new Arrival(rule, trigger, List.of(), version, removed, parts);
    }

    /** Spread over the places of the rule's {@code forEach}; the first uses up what was held. */
    List<Arrival> overItems(Transcript log) {
        List<String> origin =
                trigger.paths().isEmpty() ? trigger.path().stream().toList() : trigger.paths();
        Json state = log.board().stateAt(shown(log.board()));
        Conditions conditions = conditions(log);
        List<Arrival> each = new ArrayList<>();
        for (JsonPointer place : rule.forEach().orElseThrow().expand(state, ChangedItems.visits(log.work()))) {
            Trigger about = new Trigger(rule.name(), trigger.sequence(), Optional.of(place.toString()), origin);
            Arrival item = new Arrival(rule, about, releases, version, Optional.empty(), List.of());
            if (conditions.holds(rule, item.trigger())) {
                each.add(each.isEmpty() ? item : item.withoutReleases());
            }
        }
        return each;
    }

    /** The version of the state that the views of a match are of. */
    private long shown(Board board) {
        return rule.pin() ? version : board.version();
    }

    /** Over that state. */
    Conditions conditions(Transcript log) {
        return conditions(shown(log.board()), log);
    }

    /** Over the present state. */
    static Conditions now(Transcript log) {
        return conditions(log.board().version(), log);
    }

    private static Conditions conditions(long at, Transcript log) {
        Board board = log.board();
        return new Conditions(board.rules(), board.stateAt(at), at, Degradation.at(at, board), log.conditions());
    }

    /** The worker that its rule invokes, by the present state. */
    Conditions.Choice choose(Transcript log) {
        Optional<Trigger> here = here(log);
        return now(log).choose(rule.invoke(), here.orElse(trigger), itemNow(here));
    }

    /** The version that all its invocations show; absent for the latest. */
    Optional<Long> pinned() {
        return rule.pin() ? Optional.of(version) : Optional.empty();
    }

    /** Whether its condition holds by now, after a delay or as a member of a batch. */
    boolean stillHolds(Transcript log) {
        Optional<Trigger> here = here(log);
        return rule.onlyRemovals() || now(log).holds(rule, here.orElse(trigger), itemNow(here));
    }

    /** Of a pinned match whose item is gone, what has its place by now is something else. */
    private Optional<Json> itemNow(Optional<Trigger> here) {
        return here.isPresent() ? removed : Optional.of(Json.nul());
    }

    /** The trigger with the places that its items have by now; absent if a pinned one's are gone. */
    private Optional<Trigger> here(Transcript log) {
        return places((trigger, at) -> About.now(trigger, at, log.board(), log.work()));
    }

    /** The same; absent also if nobody knows where a pinned one's are. */
    Optional<Trigger> found(Transcript log) {
        return places((trigger, at) -> About.found(trigger, at, log.board(), log.work()));
    }

    private Optional<Trigger> places(BiFunction<Trigger, Long, Optional<Trigger>> follow) {
        if (parts.isEmpty() || !rule.pin()) {
            return follow.apply(trigger, version);
        }
        List<Optional<Trigger>> each = parts.stream()
                .map(part -> follow.apply(part.trigger(), part.version()))
                .toList();
        List<String> left = each.stream()
                .flatMap(part -> part.flatMap(Trigger::path).stream())
                .distinct()
                .toList();
        Optional<Trigger> latest = each.stream().flatMap(Optional::stream).reduce((one, later) -> later);
        return latest.map(there -> there.at(there.path(), left));
    }

    /**
     * Whether its condition holds of the state that its view will show. A value that was removed can be shown to its
     * condition only when it goes.
     */
    boolean holdsAsShown(Transcript log) {
        return rule.onlyRemovals() || conditions(log).holds(rule, trigger, removed);
    }
}
