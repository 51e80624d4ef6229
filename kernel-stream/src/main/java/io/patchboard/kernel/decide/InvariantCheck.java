package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Do the invariants hold? One that cannot be evaluated does not hold. */
final class InvariantCheck {

    private InvariantCheck() {}

    static Checked<Candidate> check(Candidate candidate) {
        Blueprint blueprint = candidate.admitted().board().rules();
        return Checked.unless(
                violation(
                        blueprint,
                        invariant -> invariant.places(candidate.revision()),
                        (invariant, place, allowance) -> invariant.evaluate(place, candidate.revision(), allowance)),
                candidate);
    }

    static Optional<Rejection> ofFirstState(Blueprint blueprint, Json state) {
        return violation(
                blueprint,
                invariant -> invariant.places(state),
                (invariant, place, allowance) -> invariant.evaluate(place, state, allowance));
    }

    private interface Evaluation {

        Optional<CelOutcome> of(Invariant invariant, JsonPointer place, CelAllowance allowance);
    }

    private static Optional<Rejection> violation(
            Blueprint blueprint, Function<Invariant, List<JsonPointer>> places, Evaluation evaluation) {
        CelAllowance allowance = new CelAllowance();
        for (Invariant invariant : blueprint.invariants()) {
            for (JsonPointer place : places.apply(invariant)) {
                Optional<CelOutcome> outcome = evaluation.of(invariant, place, allowance);
                if (outcome.isPresent() && !outcome.get().isTrue()) {
                    return Optional.of(rejection(invariant, place, outcome.get()));
                }
            }
        }
        return Optional.empty();
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
                + invariant.message().orElse(invariant.condition().toString());
    }
}
