package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.HeldTrigger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds out whether the parts of a join are together. */
final class Joins {

    private Joins() {}

    /** Holds a match as a part of a join; what is together then, if that completes it. */
    static Optional<Arrival> completed(Match match, Rule.Join join, Holding holding) {
        Match.Part part = match.join().orElseThrow();
        if (!holding.holdPart(match, part, join.within())) {
            return Optional.empty();
        }
        List<HeldTrigger> complete = complete(holding.parts(match.rule(), part.key()), join);
        return complete.isEmpty() ? Optional.empty() : Optional.of(Arrival.of(match.rule(), complete));
    }

    /**
     * The held matches that complete the join, in the order of their parts and then of their coming; none if it is not.
     *
     * @param held all of its rule and key that wait for it
     */
    private static List<HeldTrigger> complete(List<HeldTrigger> held, Rule.Join join) {
        if (!join.eachOnce()) {
            return held.size() >= join.needed() ? held.subList(0, join.needed()) : List.of();
        }
        Map<Long, HeldTrigger> first = new TreeMap<>();
        for (HeldTrigger match : held) {
            match.part().filter(part -> part < join.parts().size()).ifPresent(part -> first.putIfAbsent(part, match));
        }
        return first.size() == join.parts().size() ? List.copyOf(first.values()) : List.of();
    }
}
