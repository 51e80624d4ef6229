package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.TriggerHeld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out whether the parts of a join are together. */
public final class Joins {

    private Joins() {}

    /** Holds a match as a part of a join; what is together then, if that completes it. */
    static Optional<Arrival> completed(Match match, Rule.Join join, Holding holding) {
        Match.Part part = match.join().orElseThrow();
        if (!holding.holdPart(match, part, join.within())) {
            return Optional.empty();
        }
        List<HeldTrigger> complete = complete(holding.of(match.rule(), TriggerHeld.Reason.JOIN), join, part.key());
        return complete.isEmpty() ? Optional.empty() : Optional.of(Arrival.of(match.rule(), complete));
    }

    /**
     * The held matches that complete the join, in the order of their parts and then of their coming; none if it is not.
     *
     * @param parts all held matches of its rule that wait for it
     */
    public static List<HeldTrigger> complete(List<HeldTrigger> parts, Rule.Join join, Optional<String> key) {
        List<HeldTrigger> held =
                parts.stream().filter(match -> match.key().equals(key)).toList();
        List<HeldTrigger> taken = new ArrayList<>();
        if (!join.eachOnce()) {
            return held.size() >= join.needed() ? held.subList(0, join.needed()) : List.of();
        }
        for (int i = 0; i < join.parts().size(); i++) {
            long part = i;
            Optional<HeldTrigger> first = held.stream()
                    .filter(match -> match.part().equals(Optional.of(part)))
                    .findFirst();
            if (first.isEmpty()) {
                return List.of();
            }
            taken.add(first.get());
        }
        return taken;
    }
}
