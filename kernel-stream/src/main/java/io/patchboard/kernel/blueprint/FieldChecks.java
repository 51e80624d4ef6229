package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds fields in expressions that no valid state can have, constants that no valid state has there, and what is done
 * with a field that none of its types allows. An expression with such a field fails whenever it is asked, and a
 * {@code has} of it is never true; a comparison with such a constant always comes to the same. So these are typing
 * mistakes.
 *
 * <p>Known are the places of {@code state}, of {@code self} in an invariant, and of {@code item} by what its rule
 * watches or spreads over; what other variables hold is not looked at.
 */
final class FieldChecks {

    private static final List<List<String>> WHOLE = List.of(List.of());
    private static final Map<String, List<List<String>>> STATE = Map.of("state", WHOLE);

    private final ExpressionChecks checks;
    private final Problems problems;

    FieldChecks(PathChecks places, Map<JsonPointer, CelExpression> expressions, Problems problems) {
        this.checks = new ExpressionChecks(places, expressions, problems);
        this.problems = problems;
    }

    void check(JsonPlace root) {
        root.items("rules").forEach(this::checkRule);
        checkWorkers(root);
        for (JsonPlace step : root.items("neighbourhoods")) {
            Map<String, List<List<String>>> variables =
                    withItem(step.text("from").stream().toList());
            step.child("to").ifPresent(node -> checks.check(node, variables));
        }
        for (JsonPlace invariant : root.items("invariants")) {
            List<List<String>> self = bases(List.of(invariant.text("path").orElse("")));
            invariant
                    .child("rule")
                    .ifPresent(node -> checks.checkCondition(
                            node, Map.of("state", WHOLE, "oldState", WHOLE, "self", self, "oldSelf", self)));
        }
        for (JsonPlace gate : root.items("gates")) {
            gate.child("when")
                    .ifPresent(node -> checks.checkCondition(node, Map.of("state", WHOLE, "oldState", WHOLE)));
        }
        root.child("complete")
                .flatMap(complete -> complete.child("when"))
                .ifPresent(node -> checks.checkCondition(node, STATE));
    }

    private void checkRule(JsonPlace rule) {
        Map<String, List<List<String>>> variables = withItem(items(rule));
        rule.child("when").ifPresent(node -> checks.checkCondition(node, variables));
        guards(rule)
                .flatMap(guard -> guard.child("predicate").stream())
                .forEach(node -> checks.checkCondition(node, variables));
        rule.child("invoke").flatMap(target -> target.child("choose")).ifPresent(node -> checks.check(node, variables));
        rule.child("on").flatMap(on -> on.child("correlate")).ifPresent(node -> checkCorrelation(node, watched(rule)));
    }

    /** A match for which it has no value never counts, so a field has to be at each of the paths. */
    private void checkCorrelation(JsonPlace node, List<String> paths) {
        if (!checks.isField(node)) {
            checks.check(node, withItem(paths));
            return;
        }
        for (String path : paths) {
            if (!problems.hasBelow(node.at())) {
                checks.check(node, withItem(List.of(path)));
            }
        }
    }

    private void checkWorkers(JsonPlace root) {
        Map<String, Integer> named = new HashMap<>();
        count(root.value(), named);
        List<JsonPlace> rules = root.items("rules");
        Map<String, List<JsonPlace>> direct = rules.stream()
                .filter(rule -> rule.text("invoke").isPresent())
                .collect(Collectors.groupingBy(rule -> rule.text("invoke").orElseThrow()));
        boolean chosen = rules.stream()
                .flatMap(rule -> rule.child("invoke").stream())
                .anyMatch(target -> target.has("choose") && !target.has("among"));
        Map<String, List<List<String>>> ofAny = ofItems(rules);
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            List<JsonPlace> asking = direct.getOrDefault(worker.name(), List.of());
            boolean only = !chosen && named.getOrDefault(worker.name(), 0) == asking.size();
            Optional<JsonPlace> board = worker.child("board");
            List<JsonPlace> asked = Stream.of(
                            worker.child("idempotencyKey"),
                            board.flatMap(of -> of.child("input")),
                            board.flatMap(of -> of.child("result")),
                            board.flatMap(of -> of.child("share")))
                    .flatMap(Optional::stream)
                    .toList();
            if (!asked.isEmpty()) {
                Map<String, List<List<String>>> variables = only ? ofItems(asking) : ofAny;
                asked.forEach(node -> checks.check(node, variables));
            }
        }
    }

    /** What a worker may be asked about: by the rules that invoke it, or by any if it is named elsewhere, too. */
    private static Map<String, List<List<String>>> ofItems(List<JsonPlace> rules) {
        return withItem(
                rules.stream().flatMap(rule -> items(rule).stream()).distinct().toList());
    }

    /** How often each text stands as a value. */
    private static void count(Json value, Map<String, Integer> found) {
        switch (value) {
            case JsonString text -> found.merge(text.value(), 1, Integer::sum);
            case JsonArray list -> list.forEach(item -> count(item, found));
            case JsonObject object -> object.members().values().forEach(member -> count(member, found));
            default -> {
                // No text.
            }
        }
    }

    /** The patterns of what a rule asks about: one, or those of a join; none for an event. */
    private static List<String> items(JsonPlace rule) {
        return rule.text("forEach").map(List::of).orElseGet(() -> watched(rule));
    }

    private static List<String> watched(JsonPlace rule) {
        return rule.child("on").stream()
                .flatMap(on -> Stream.concat(
                        Stream.of(on), Stream.of("all", "any", "of").flatMap(name -> on.items(name).stream())))
                .flatMap(change -> change.text("path").stream())
                .toList();
    }

    private static Map<String, List<List<String>>> withItem(List<String> patterns) {
        return Map.of("state", WHOLE, "item", bases(patterns));
    }

    /** The segments of patterns; none if one of them is deep, since it is not known then where a field is. */
    private static List<List<String>> bases(List<String> patterns) {
        List<List<String>> bases = new ArrayList<>();
        for (String path : patterns) {
            try {
                PathPattern pattern = PathPattern.parse(path);
                if (pattern.isDeep()) {
                    return List.of();
                }
                bases.add(pattern.segments());
            } catch (IllegalArgumentException e) {
                return List.of(); // reported already
            }
        }
        return List.copyOf(bases);
    }

    private static Stream<JsonPlace> guards(JsonPlace rule) {
        List<JsonPlace> several = rule.items("loopGuards");
        return several.isEmpty() ? rule.child("loopGuards").stream() : several.stream();
    }
}
