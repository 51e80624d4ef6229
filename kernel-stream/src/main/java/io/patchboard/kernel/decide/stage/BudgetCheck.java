package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/** Can the board afford it? */
public final class BudgetCheck {

    /** It is come upon in the state, and held against the others. */
    private static final long UNITS_OF_A_BLOB = 20;

    private BudgetCheck() {}

    public static Checked<Candidate> check(Candidate candidate, Limits limits, Work work) {
        return Checked.unless(
                tooLarge(candidate.state(), candidate.admitted().board().rules(), limits, work), candidate);
    }

    public static Optional<Rejection> tooLarge(Json state, Blueprint blueprint, Limits limits, Work work) {
        long bytes = state.compactBytes();
        long most =
                Math.min(limits.stateBytes(), blueprint.budgets().stateBytes().orElse(Long.MAX_VALUE));
        if (bytes > most) {
            return Optional.of(Rejection.of(
                    RejectionCode.STATE_BYTES,
                    "",
                    "Expected a state of at most " + most + " bytes, but it would have " + bytes + "."
                            + (most < limits.stateBytes()
                                    ? " More is allowed by a blueprint with larger budgets.stateBytes (board amend)."
                                    : "")));
        }
        return state.containers() <= limits.stateContainers()
                ? blobs(state, blueprint, work)
                : Optional.of(Rejection.of(
                        RejectionCode.STATE_CONTAINERS,
                        "",
                        "Expected a state of at most " + limits.stateContainers()
                                + " objects and arrays, but it would have " + state.containers() + "."));
    }

    private static Optional<Rejection> blobs(Json state, Blueprint blueprint, Work work) {
        return blueprint
                .budgets()
                .blobBytes()
                .flatMap(most -> Optional.of(blobBytes(state, work))
                        .filter(bytes -> bytes > most)
                        .map(bytes -> Rejection.of(
                                RejectionCode.BLOB_BYTES,
                                "",
                                "Expected a state that points to blobs of at most " + most
                                        + " bytes together, but they would have " + bytes + ".")));
    }

    private static long blobBytes(Json state, Work work) {
        return BlobHandle.in(state, () -> work.charge(WorkKind.PATCH, UNITS_OF_A_BLOB)).stream()
                .mapToLong(BlobHandle::bytes)
                .sum();
    }
}
