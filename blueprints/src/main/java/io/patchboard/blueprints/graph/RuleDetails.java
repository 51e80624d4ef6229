package io.patchboard.blueprints.graph;

import io.patchboard.kernel.blueprint.LoopGuard;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.ChangeKind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a rule waits for, and on what condition, in words: the same in every picture. */
public final class RuleDetails {

    private RuleDetails() {}

    /** By the names that they have in a blueprint, in the order in which a rule is read. */
    public static Map<String, String> of(Rule rule) {
        Map<String, String> details = new LinkedHashMap<>();
        switch (rule.on()) {
            case Rule.Change change -> details.put("on", on(change));
            case Rule.Join join -> details.put("on", on(join));
            case Rule.Created event -> {}
            case Rule.Quiescent event -> {}
        }
        rule.when().ifPresent(when -> details.put("when", when.toString()));
        rule.forEach().ifPresent(path -> details.put("forEach", path.toString()));
        rule.delay().ifPresent(delay -> details.put("delay", delay.toString()));
        rule.batch().ifPresent(batch -> details.put("batch", batch(batch)));
        if (!rule.loopGuards().isEmpty()) {
            details.put(
                    "loop", rule.loopGuards().stream().map(RuleDetails::guard).collect(Collectors.joining("; ")));
        }
        if (rule.invoke() instanceof Rule.Chosen chosen) {
            details.put("choose", chosen.choice().toString());
        }
        return details;
    }

    private static String on(Rule.Change change) {
        return change.kinds().stream()
                        .map(ChangeKind::name)
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .sorted()
                        .collect(Collectors.joining(", "))
                + " at " + change.path();
    }

    private static String on(Rule.Join join) {
        String parts = join.parts().stream().map(RuleDetails::on).collect(Collectors.joining("; "));
        return (join.eachOnce() ? "all of " : join.needed() == 1 ? "any of " : join.needed() + " of ") + parts;
    }

    private static String guard(LoopGuard guard) {
        Stream<String> bounds = Stream.of(
                        guard.maxIters().map(most -> "at most " + most + " times"),
                        guard.timeBudget().map(most -> "for " + most),
                        guard.predicate().map(predicate -> "while " + predicate))
                .flatMap(Optional::stream);
        return guard.loop() + " " + bounds.collect(Collectors.joining(", "));
    }

    private static String batch(Rule.Batch batch) {
        return Stream.concat(
                        batch.size().map(size -> "of " + size).stream(),
                        batch.age().map(age -> "after " + age).stream())
                .collect(Collectors.joining(" or "));
    }
}
