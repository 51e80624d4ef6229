package io.patchboard.kernel.rules;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.record.Trigger;
import io.patchboard.text.Cut;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The expressions of rules over one state. Those of one decision share an allowance, because together they must not
 * take longer than a decision may.
 *
 * <p>What a trigger names is looked up in the state, but for what was removed: another item may have its path by now.
 * Whoever still knows the item that was removed, says so; to others it is null.
 */
public final class Conditions {

    /** Characters of a correlation key. */
    private static final int MOST_KEY = 200;

    /** Of a place deep down, that take as long to follow as it takes to look up another value. */
    private static final long TOKENS_OF_A_VALUE = 8;

    private static final Set<String> OF_THE_ITEM = Set.of("item", "items", "path");

    private final Blueprint rules;
    private final Json state;
    private final long version;
    private final Degraded degraded;
    private final CelAllowance allowance;

    /** What the conditions that are the same for all items came to, by their rules. */
    private final Map<String, Boolean> alike = new HashMap<>();

    /** @param degraded which values of the state a fallback wrote */
    public Conditions(Blueprint rules, Json state, long version, Degraded degraded, CelAllowance allowance) {
        this.rules = rules;
        this.state = state;
        this.degraded = degraded;
        this.version = version;
        this.allowance = allowance;
    }

    /** Whether the rule's condition holds for what the trigger names. One that fails does not hold. */
    public boolean holds(Rule rule, Trigger trigger) {
        return holds(rule, trigger, Optional.empty());
    }

    /** As {@link #holds(Rule, Trigger)}, for an item that need not be in the state any more. */
    public boolean holds(Rule rule, Trigger trigger, Optional<Json> known) {
        if (rule.when().isEmpty()) {
            return true;
        }
        CelExpression when = rule.when().get();
        return Collections.disjoint(when.reads(), OF_THE_ITEM)
                ? alike.computeIfAbsent(
                        rule.name(), name -> evaluate(when, trigger, known).isTrue())
                : evaluate(when, trigger, known).isTrue();
    }

    /** Whether an expression holds for what the trigger names. One that fails does not hold. */
    public boolean holds(CelExpression condition, Trigger trigger, Optional<Json> known) {
        return evaluate(condition, trigger, known).isTrue();
    }

    /** The value of a join's correlation expression as JSON text; absent if it has none. */
    Optional<String> key(CelExpression correlate, Trigger trigger, Json item) {
        return text(correlate, trigger, Optional.of(item));
    }

    /** The value of an expression about what the trigger names, as JSON text; absent if it has none. */
    public Optional<String> text(CelExpression expression, Trigger trigger, Optional<Json> known) {
        return evaluate(expression, trigger, known) instanceof CelOutcome.Value value
                ? Optional.of(bounded(CanonicalJson.text(value.value())))
                : Optional.empty();
    }

    /** What an expression about what the trigger names comes to. */
    public CelOutcome outcome(CelExpression expression, Trigger trigger) {
        return evaluate(expression, trigger, Optional.empty());
    }

    /** Keys are kept with each match that waits, so one that is long is told by its hash. */
    private static String bounded(String key) {
        return key.length() <= MOST_KEY ? key : "sha256:" + CanonicalJson.sha256(Json.of(key));
    }

    /** The text that an expression names for an item, or those of a list; none if it fails. */
    public List<String> texts(CelExpression expression, JsonPointer place, Json item) {
        Trigger about = new Trigger("", 0, Optional.of(place.toString()));
        if (!(evaluate(expression, about, Optional.of(item)) instanceof CelOutcome.Value named)) {
            return List.of();
        }
        Stream<Json> each = named.value() instanceof JsonArray list ? list.stream() : Stream.of(named.value());
        return each.flatMap(value -> value instanceof JsonString text ? Stream.of(text.value()) : Stream.empty())
                .toList();
    }

    /** The worker that the rule invokes, or why it is none. */
    public Choice choose(Rule.Target target, Trigger trigger, Optional<Json> known) {
        if (target instanceof Rule.Fixed fixed) {
            return new Choice(Optional.of(fixed.worker()), "");
        }
        Rule.Chosen chosen = (Rule.Chosen) target;
        CelOutcome outcome = evaluate(chosen.choice(), trigger, known);
        if (outcome instanceof CelOutcome.Failed failed) {
            return new Choice(
                    Optional.empty(), "Expected the name of a worker, but it cannot be found out: " + failed.message());
        }
        Json value = ((CelOutcome.Value) outcome).value();
        if (value instanceof JsonString name && chosen.candidates().contains(name.value())) {
            return new Choice(Optional.of(name.value()), "");
        }
        return new Choice(
                Optional.empty(),
                "Expected one of the workers " + String.join(", ", first(chosen.candidates())) + ", but \""
                        + chosen.choice() + "\" is " + Cut.shortened(value.toString(), 100) + ".");
    }

    /**
     * A worker that was chosen.
     *
     * @param problem why there is none
     */
    public record Choice(Optional<String> worker, String problem) {}

    /** @param known the item, for whoever knows it; absent if it is to be looked up */
    private CelOutcome evaluate(CelExpression expression, Trigger trigger, Optional<Json> known) {
        Optional<Rule> rule = rules.rule(trigger.rule());
        Json item = known.orElseGet(() -> value(trigger.path().filter(any -> !isGone(rule))));
        boolean readsItems = expression.reads().contains("items");
        allowance.begin(readsItems ? lookups(trigger.paths()) : 0);
        Map<String, Json> variables = new HashMap<>();
        variables.put("state", state);
        variables.put("version", Json.of(version));
        variables.put("item", item);
        variables.put("path", Json.of(trigger.path().orElse("")));
        if (readsItems) {
            variables.put("items", items(trigger, item, rule));
        }
        CelOutcome outcome = expression.evaluate(variables, allowance, degraded);
        allowance.requireLeft();
        return outcome;
    }

    private static long lookups(List<String> places) {
        long lookups = 0;
        for (String place : places) {
            lookups += 1 + place.chars().filter(c -> c == '/').count() / TOKENS_OF_A_VALUE;
        }
        return lookups;
    }

    private Json items(Trigger trigger, Json item, Optional<Rule> rule) {
        if (trigger.paths().isEmpty()) {
            return trigger.path().isPresent() ? JsonArray.of(item) : JsonArray.EMPTY;
        }
        boolean gone = rule.filter(Rule::onlyRemovals).isPresent();
        return JsonArray.copyOf(trigger.paths().stream()
                .map(place -> gone ? Json.nul() : value(Optional.of(place)))
                .toList());
    }

    private static boolean isGone(Optional<Rule> rule) {
        return rule.filter(Rule::itemIsGone).isPresent();
    }

    private Json value(Optional<String> place) {
        return place.flatMap(pointer -> JsonPointer.parse(pointer).resolve(state))
                .orElse(Json.nul());
    }

    private static List<String> first(List<String> names) {
        return names.size() <= 20 ? names : names.subList(0, 20);
    }
}
