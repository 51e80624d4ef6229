package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.kernel.work.OverWorkException;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether boards can begin: whether the initial state satisfies the schema and the invariants.
 *
 * <p>Of a template, only what is wrong whatever the input is: what depends on a reference is left to the board's
 * creation.
 */
final class InitialStateCheck {

    private static final int MOST_VIOLATIONS = 1_000;

    /** It is checked again, and charged, when a board begins; here nobody is charged for it. */
    private static final long MOST_STEPS = 500_000;

    private static final long UNITS_OF_A_PLACE = 40;

    /** Keywords by which a part of a schema can depend on values elsewhere than where it reports. */
    private static final Set<String> ENTANGLING = Set.of(
            "anyOf",
            "oneOf",
            "not",
            "if",
            "dependentSchemas",
            "dependentRequired",
            "contains",
            "unevaluatedProperties",
            "unevaluatedItems",
            "$dynamicRef");

    /** Keywords about which members or how many items a value has, whatever is in them. */
    private static final Set<String> ABOUT_SHAPE = Set.of(
            "type", "required", "additionalProperties", "minProperties", "maxProperties", "minItems", "maxItems");

    /** None inside of another, so that one above a place is the last before it, and those inside come first after. */
    private final NavigableSet<JsonPointer> references;

    private final Json state;
    private final JsonPointer at;
    private final Problems problems;

    private InitialStateCheck(JsonPlace initial, Problems problems) {
        InitialState template = new InitialState(initial.value());
        this.references = new TreeSet<>(template.references());
        this.state = template.fill(Json.nul(), new ArrayList<>());
        this.at = initial.at();
        this.problems = problems;
    }

    /** @param initial whose references are JSON Pointers */
    static void check(
            JsonPlace initial, JsonSchema schema, Json source, List<Invariant> invariants, Problems problems) {
        InitialStateCheck check = new InitialStateCheck(initial, problems);
        check.schema(schema, source);
        check.invariants(invariants);
    }

    private void schema(JsonSchema schema, Json source) {
        if (!references.isEmpty() && isEntangled(source)) {
            return;
        }
        for (SchemaViolation violation : schema.validateAll(state, MOST_VIOLATIONS, MOST_STEPS)) {
            if (isCertain(violation)) {
                problems.add(
                        at + violation.pointer().toString(),
                        "Expected an initial state that satisfies the state's schema, but: " + violation.message());
            }
        }
    }

    private boolean isCertain(SchemaViolation violation) {
        JsonPointer place = violation.pointer();
        return ABOUT_SHAPE.contains(violation.keyword()) ? !isInside(place) : isApart(place);
    }

    /** Whether no reference stands at the place, above or below it. */
    private boolean isApart(JsonPointer place) {
        JsonPointer next = references.ceiling(place);
        return !isInside(place) && (next == null || !place.isPrefixOf(next));
    }

    private boolean isInside(JsonPointer place) {
        JsonPointer last = references.floor(place);
        return last != null && last.isPrefixOf(place);
    }

    private static boolean isEntangled(Json schema) {
        if (schema instanceof JsonObject object) {
            return !Collections.disjoint(object.names(), ENTANGLING)
                    || object.members().values().stream().anyMatch(InitialStateCheck::isEntangled);
        }
        return schema instanceof JsonArray array && array.stream().anyMatch(InitialStateCheck::isEntangled);
    }

    /** What would take too long is left to the board's creation. */
    private void invariants(List<Invariant> invariants) {
        Work work = new Work(BlueprintWork.FIRST_STATE);
        try {
            invariants(invariants, new CelAllowance(work, WorkKind.INVARIANTS), work);
        } catch (OverWorkException e) {
            // What was found so far is told.
        }
    }

    private void invariants(List<Invariant> invariants, CelAllowance allowance, Work work) {
        invariants.forEach(invariant ->
                invariant.places(state, place -> work.charge(WorkKind.INVARIANTS, UNITS_OF_A_PLACE)).stream()
                        .filter(place -> references.isEmpty() || isApart(place))
                        .filter(place -> breaks(invariant, place, allowance))
                        .filter(place -> references.isEmpty() || !invariant.readsState())
                        .findFirst()
                        .ifPresent(place -> problems.add(at + place.toString(), message(invariant, place, allowance))));
    }

    private boolean breaks(Invariant invariant, JsonPointer place, CelAllowance allowance) {
        allowance.begin();
        Optional<CelOutcome> outcome = invariant.evaluate(place, state, Degraded.NOWHERE, allowance);
        allowance.requireLeft();
        return outcome.filter(came -> !came.isTrue()).isPresent();
    }

    private String message(Invariant invariant, JsonPointer place, CelAllowance allowance) {
        Optional<CelOutcome> outcome = invariant.evaluate(place, state, Degraded.NOWHERE, allowance);
        allowance.requireLeft();
        String why = outcome.isPresent() && outcome.get() instanceof CelOutcome.Failed failed
                ? "it cannot be evaluated there: " + failed.message()
                : "it does not: "
                        + invariant.message().orElse(invariant.condition().toString());
        return "Expected the invariant \"" + invariant.name() + "\" to hold in the initial state"
                + (place.isRoot() ? "" : " at " + place) + ", but " + why;
    }
}
