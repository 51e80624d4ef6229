package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/** Can the board afford it? */
public final class BudgetCheck {

    private BudgetCheck() {}

    public static Checked<Candidate> check(Candidate candidate, Limits limits) {
        return Checked.unless(
                tooLarge(candidate.state(), candidate.admitted().board().rules(), limits), candidate);
    }

    public static Optional<Rejection> tooLarge(Json state, Blueprint blueprint, Limits limits) {
        long bytes = state.compactBytes();
        long most =
                Math.min(limits.stateBytes(), blueprint.budgets().stateBytes().orElse(Long.MAX_VALUE));
        if (bytes > most) {
            return Optional.of(Rejection.of(
                    RejectionCode.STATE_BYTES,
                    "",
                    "Expected a state of at most " + most + " bytes, but it would have " + bytes + "."));
        }
        return state.containers() <= limits.stateContainers()
                ? Optional.empty()
                : Optional.of(Rejection.of(
                        RejectionCode.STATE_CONTAINERS,
                        "",
                        "Expected a state of at most " + limits.stateContainers()
                                + " objects and arrays, but it would have " + state.containers() + "."));
    }
}
