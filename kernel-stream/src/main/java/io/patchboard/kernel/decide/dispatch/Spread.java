package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.rules.RuleMatcher;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Spreads a match over the places of its rule's {@code forEach}. */
final class Spread {

    private Spread() {}

    /** One for each item that the rule's condition holds for; the first takes what was held with it. */
    static List<Arrival> over(Arrival arrival, Json state, Conditions conditions, Work work) {
        List<Arrival> each = new ArrayList<>();
        List<String> origin = arrival.trigger().paths().isEmpty()
                ? arrival.trigger().path().stream().toList()
                : arrival.trigger().paths();
        work.isFor(arrival.rule().name());
        for (JsonPointer place : arrival.rule().forEach().orElseThrow().expand(state, RuleMatcher.visits(work))) {
            Arrival item = arrival.withTrigger(new Trigger(
                    arrival.rule().name(), arrival.trigger().sequence(), Optional.of(place.toString()), origin));
            if (conditions.holds(arrival.rule(), item.trigger())) {
                each.add(each.isEmpty() ? item : item.withoutReleases());
            }
        }
        return each;
    }
}
