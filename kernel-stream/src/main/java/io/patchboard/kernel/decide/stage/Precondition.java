package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.state.Drift;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/**
 * Has nobody changed what the proposal overwrites since the worker's view was taken?
 *
 * <p>Only replaced and removed values can be stale; what is added was not there to be seen, and what the same worker
 * changed by an earlier answer to the same trigger is its own. A write contract may say that the last writer wins
 * ({@code onConflict: overwrite}). An unsolicited proposal had no view, so it guards itself with {@code test}
 * operations.
 */
public final class Precondition {

    private Precondition() {}

    public static Checked<Candidate> check(Candidate candidate) {
        Optional<OpenInvocation> invocation = candidate.admitted().invocation();
        if (invocation.isEmpty()
                || candidate.admitted().board().present().changes().isEmpty()) {
            return Checked.pass(candidate);
        }
        Drift drift = Drift.since(invocation.get(), candidate.admitted().board());
        for (JsonPointer place : candidate.revision().overwritten()) {
            if (candidate.admitted().role().mayOverwrite(place)) {
                continue;
            }
            long version = drift.changedIn(place);
            if (version > 0) {
                return changed(place, invocation.get(), version);
            }
        }
        return Checked.pass(candidate);
    }

    public static <T> Checked<T> changed(JsonPointer place, OpenInvocation invocation, long version) {
        return Checked.refuse(
                RejectionCode.STALE,
                place.toString(),
                "Expected " + place + " to be as in the worker's view of version " + invocation.baseVersion()
                        + ", but version " + version
                        + " changed it. Look again and propose on what is there now.");
    }
}
