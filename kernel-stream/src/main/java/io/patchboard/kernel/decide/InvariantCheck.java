package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.Optional;

/** Do the invariants hold? One that cannot be evaluated does not hold. */
final class InvariantCheck {

    private InvariantCheck() {}

    static Checked<Candidate> check(Candidate candidate) {
        Blueprint blueprint = candidate.admitted().board().rules();
        boolean followed = blueprint.invariants().stream()
                .anyMatch(
                        invariant -> invariant.transition() && invariant.path().isPresent());
        Relocation relocation = followed ? Relocation.of(candidate.before(), candidate.resolved()) : Relocation.NONE;
        return Checked.unless(
                violation(
                        blueprint,
                        candidate.state(),
                        Optional.of(new Invariant.Former(candidate.before(), relocation))),
                candidate);
    }

    static Optional<Rejection> ofFirstState(Blueprint blueprint, Json state) {
        return violation(blueprint, state, Optional.empty());
    }

    private static Optional<Rejection> violation(Blueprint blueprint, Json state, Optional<Invariant.Former> before) {
        CelAllowance allowance = new CelAllowance();
        for (Invariant invariant : blueprint.invariants()) {
            for (JsonPointer place : invariant.places(state)) {
                Optional<Rejection> rejection = violation(invariant, place, state, before, allowance);
                if (rejection.isPresent()) {
                    return rejection;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Rejection> violation(
            Invariant invariant,
            JsonPointer place,
            Json state,
            Optional<Invariant.Former> before,
            CelAllowance allowance) {
        return invariant
                .evaluate(place, state, before, allowance)
                .filter(outcome -> !outcome.isTrue())
                .map(outcome -> rejection(invariant, place, outcome));
    }

    private static Rejection rejection(Invariant invariant, JsonPointer place, CelOutcome outcome) {
        return new Rejection(
                Stage.INVARIANT,
                outcome instanceof CelOutcome.Failed ? "evaluation" : "violated",
                place.toString(),
                Optional.of(invariant.name()),
                message(invariant, place, outcome));
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
