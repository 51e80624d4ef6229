package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Do the invariants hold? One that cannot be evaluated does not hold. */
final class InvariantCheck {

    private InvariantCheck() {}

    static Checked<Candidate> check(Candidate candidate) {
        Blueprint blueprint = candidate.admitted().board().rules();
        return Checked.unless(violation(blueprint, candidate.state(), Optional.of(candidate.before())), candidate);
    }

    /** @param before absent for the first state */
    static Optional<Rejection> violation(Blueprint blueprint, Json state, Optional<Json> before) {
        CelAllowance allowance = new CelAllowance();
        for (Invariant invariant : blueprint.invariants()) {
            for (JsonPointer place : places(invariant, state)) {
                Optional<Rejection> rejection = violation(invariant, place, state, before, allowance);
                if (rejection.isPresent()) {
                    return rejection;
                }
            }
        }
        return Optional.empty();
    }

    private static List<JsonPointer> places(Invariant invariant, Json state) {
        return invariant.path().map(pattern -> pattern.expand(state)).orElse(List.of(JsonPointer.ROOT));
    }

    private static Optional<Rejection> violation(
            Invariant invariant, JsonPointer place, Json state, Optional<Json> before, CelAllowance allowance) {
        Optional<Json> oldSelf = before.flatMap(place::resolve);
        if (invariant.transition() && oldSelf.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Json> variables = new HashMap<>();
        variables.put("self", place.resolve(state).orElseThrow());
        variables.put("oldSelf", oldSelf.orElse(Json.nul()));
        variables.put("state", state);
        variables.put("oldState", before.orElse(Json.nul()));
        CelOutcome outcome = invariant.condition().evaluate(variables, allowance);
        if (outcome.isTrue()) {
            return Optional.empty();
        }
        return Optional.of(new Rejection(
                Stage.INVARIANT,
                outcome instanceof CelOutcome.Failed ? "evaluation" : "violated",
                place.toString(),
                Optional.of(invariant.name()),
                message(invariant, place, outcome)));
    }

    private static String message(Invariant invariant, JsonPointer place, CelOutcome outcome) {
        String where = place.isRoot() ? "" : " at " + place;
        if (outcome instanceof CelOutcome.Failed failed) {
            return "Expected the invariant \"" + invariant.name() + "\" to hold" + where
                    + ", but it cannot be evaluated there: " + failed.message();
        }
        return "Expected the invariant \"" + invariant.name() + "\" to hold" + where + ", but it does not: "
                + invariant.message().orElse(invariant.source());
    }
}
