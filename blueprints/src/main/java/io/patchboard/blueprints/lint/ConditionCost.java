package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.cel.CelExpression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When a condition of a blueprint is evaluated and what it looks at then, so that its author knows what it adds to the
 * cost of a commit. It is told from the form of the condition: cel-java has no estimate of costs, as cel-go has, and
 * what one would come to depends on sizes that a blueprint need not bound.
 *
 * @param pointer into the blueprint
 * @param reads its variables, sorted
 * @param loops see {@link CelExpression#loops()}
 * @param message for people
 */
public record ConditionCost(JsonPointer pointer, Occasion occasion, List<String> reads, int loops, String message) {

    /** When a condition is evaluated. */
    public enum Occasion {
        /** For each changed place of its path. */
        CHANGE("each-changed-place"),
        /** With each commit, at one place or on the whole state. */
        COMMIT("each-commit"),
        /** With each commit, for each place of its path. */
        COMMIT_AND_PLACE("each-commit-and-place"),
        /** When its rule may fire. */
        MATCH("each-match"),
        /** When its rule may fire, for each place of its {@code forEach}. */
        MATCH_AND_PLACE("each-match-and-place");

        private final String word;

        Occasion(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Of all invariants, rules with a condition, and the completion of a blueprint, in this order. */
    public static List<ConditionCost> of(Blueprint blueprint) {
        JsonPlace root = JsonPlace.of(blueprint.source());
        List<ConditionCost> costs = new ArrayList<>();
        Map<String, JsonPointer> invariants = places(root.items("invariants"));
        blueprint.invariants().forEach(invariant -> costs.add(of(invariant, invariants.get(invariant.name()))));
        Map<String, JsonPointer> rules = places(root.items("rules"));
        blueprint.rules().stream()
                .filter(rule -> rule.when().isPresent())
                .forEach(rule -> costs.add(of(rule, rules.get(rule.name()))));
        blueprint
                .completion()
                .ifPresent(completion -> costs.add(cost(
                        JsonPointer.ROOT.child("complete"),
                        Occasion.COMMIT,
                        completion.when(),
                        "Evaluated with each commit.")));
        return costs;
    }

    private static Map<String, JsonPointer> places(List<JsonPlace> named) {
        Map<String, JsonPointer> places = new HashMap<>();
        named.forEach(node -> node.text("name").ifPresent(name -> places.put(name, node.at())));
        return places;
    }

    private static ConditionCost of(Invariant invariant, JsonPointer at) {
        CelExpression condition = invariant.condition();
        if (invariant.path().isEmpty()) {
            return cost(at, Occasion.COMMIT, condition, "Evaluated with each commit, on the whole state.");
        }
        String path = invariant.path().get().toString();
        if (invariant.onlyWhereChanged()) {
            return cost(at, Occasion.CHANGE, condition, "Evaluated for each changed place of " + path + ".");
        }
        if (invariant.path().get().isLiteral()) {
            return cost(at, Occasion.COMMIT, condition, "Evaluated with each commit, at " + path + ".");
        }
        return cost(
                at,
                Occasion.COMMIT_AND_PLACE,
                condition,
                "Evaluated with each commit for every place of " + path
                        + ", because it reads the whole state: its cost grows with their number. One that reads self alone is"
                        + " evaluated for changed places only.");
    }

    private static ConditionCost of(Rule rule, JsonPointer at) {
        String each =
                rule.forEach().map(path -> " for every place of " + path + ",").orElse("");
        return cost(
                at,
                each.isEmpty() ? Occasion.MATCH : Occasion.MATCH_AND_PLACE,
                rule.when().orElseThrow(),
                "Evaluated" + each + " " + moment(rule) + "."
                        + (each.isEmpty() ? "" : " Its cost grows with the number of places."));
    }

    private static String moment(Rule rule) {
        return switch (rule.on()) {
            case Rule.Created event -> "when the board begins";
            case Rule.Quiescent event -> "whenever nothing is left to do";
            case Rule.Join join -> "whenever the changes that the rule joins are together";
            case Rule.Change change ->
                (rule.forEach().isPresent() ? "with" : "for") + " each change that the rule waits for";
        };
    }

    private static ConditionCost cost(JsonPointer at, Occasion occasion, CelExpression condition, String message) {
        List<String> reads = condition.reads().stream().sorted().toList();
        return new ConditionCost(at, occasion, reads, condition.loops(), message + growth(condition.loops()));
    }

    private static String growth(int loops) {
        if (loops == 0) {
            return "";
        }
        return loops == 1
                ? " It goes through items: its cost grows with their number."
                : " It goes through items within items, " + loops
                        + " deep: its cost grows with that power of their number.";
    }

    public JsonObject json() {
        return JsonObject.builder()
                .put("pointer", pointer.toString())
                .put("evaluated", occasion.word())
                .put("reads", JsonArray.ofStrings(reads))
                .put("loops", loops)
                .put("message", message)
                .build();
    }
}
