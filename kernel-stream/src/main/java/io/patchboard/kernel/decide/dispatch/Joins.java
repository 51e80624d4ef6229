package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.HeldTrigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Finds out whether the parts of a join are together. */
final class Joins {

    private Joins() {}

    /** Holds a match as a part of a join; what is together then, if that completes it. */
    static Optional<Arrival> completed(Match match, Rule.Join join, Holding holding) {
        Match.Part part = match.join().orElseThrow();
        if (!holding.holdPart(match, part, join)) {
            return Optional.empty();
        }
        return together(holding.parts(match.rule(), part.key()), join).stream()
                .findFirst()
                .map(complete -> Arrival.of(match.rule(), complete));
    }

    /** Whether an item that is both parts counts once; what has the place of a removed one is another item. */
    static boolean countAsOne(Optional<Long> one, Optional<Long> other, Rule.Join join) {
        return one.equals(other) || !join.eachOnce() && isOfRemovals(one, join) == isOfRemovals(other, join);
    }

    private static boolean isOfRemovals(Optional<Long> part, Rule.Join join) {
        return part.flatMap(join::part).filter(Rule.Change::onlyRemovals).isPresent();
    }

    /** What is together of all that is held for the rule's join, under whatever key. */
    static List<Arrival> together(Rule rule, Rule.Join join, List<HeldTrigger> held) {
        // By strings, since keys of the same hash are easily made; no key is the empty one.
        Map<String, List<HeldTrigger>> byKey = new LinkedHashMap<>();
        held.forEach(match -> byKey.computeIfAbsent(match.key().orElse(""), any -> new ArrayList<>())
                .add(match));
        List<Arrival> together = new ArrayList<>();
        for (List<HeldTrigger> same : byKey.values()) {
            for (List<HeldTrigger> parts : together(same, join)) {
                together.add(parts.size() == 1 ? Arrival.of(rule, parts.get(0)) : Arrival.of(rule, parts));
            }
        }
        return together;
    }

    /**
     * The held matches that complete the join, each time in the order of their parts and then of their coming.
     *
     * @param same all of its rule and key that wait for it
     */
    private static List<List<HeldTrigger>> together(List<HeldTrigger> same, Rule.Join join) {
        if (!join.eachOnce()) {
            return IntStream.rangeClosed(1, same.size() / join.needed())
                    .mapToObj(i -> same.subList((i - 1) * join.needed(), i * join.needed()))
                    .toList();
        }
        Map<Long, List<HeldTrigger>> byPart = new TreeMap<>();
        same.forEach(match -> match.part()
                .filter(part -> part < join.parts().size())
                .ifPresent(part ->
                        byPart.computeIfAbsent(part, any -> new ArrayList<>()).add(match)));
        int complete = byPart.size() < join.parts().size()
                ? 0
                : byPart.values().stream().mapToInt(List::size).min().orElse(0);
        return IntStream.range(0, complete)
                .mapToObj(i -> byPart.values().stream().map(part -> part.get(i)).toList())
                .toList();
    }
}
