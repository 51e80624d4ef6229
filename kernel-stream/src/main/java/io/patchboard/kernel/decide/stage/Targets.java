package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.Rebase;
import io.patchboard.kernel.state.Drift;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;

/**
 * Which items does the answer mean? A path is what it was in the worker's view. An index on it may be that of another
 * item by now, so each place is found again through all that moved since. Where that which the view showed is gone, the
 * answer is stale; so it is where it went to a place at which the worker may not do this, or where what it copies has
 * changed.
 *
 * <p>An unsolicited proposal had no view, and means the state as it is.
 */
public final class Targets {

    private Targets() {}

    public static Checked<Parsed> check(Parsed parsed, ApplyLimits limits, Work work) {
        Admitted admitted = parsed.admitted();
        Optional<OpenInvocation> invocation = admitted.invocation();
        if (invocation.isEmpty() || admitted.board().present().changes().isEmpty()) {
            return Checked.pass(parsed);
        }
        Drift drift = Drift.since(invocation.get(), admitted.board());
        if (drift.isNone()) {
            return Checked.pass(parsed);
        }
        Patch sent = parsed.changes();
        Rebase.Result result = Rebase.of(sent, admitted.board().state(), drift::now, limits, work);
        if (result instanceof Rebase.Result.Gone gone) {
            return gone(gone, drift, invocation.get());
        }
        Rebase.Result.Found found = (Rebase.Result.Found) result;
        return copiesOfOld(found, parsed, drift)
                .then(same -> granted(sent, found.patch(), parsed))
                .then(same -> Checked.pass(new Parsed(admitted, found.patch(), found.revision(), parsed.expand())));
    }

    private static Checked<Parsed> gone(Rebase.Result.Gone gone, Drift drift, OpenInvocation invocation) {
        long version = drift.goneIn(gone.then());
        return stale(
                gone.pointer(),
                "Expected what operation " + gone.operation() + " has at \"" + gone.pointer()
                        + "\" to be what the worker's view of version " + invocation.baseVersion()
                        + " showed there, but "
                        + (drift.isUnknown(version)
                                ? "by version " + version
                                        + " all was replaced, or more was moved than is remembered, so it may be gone"
                                : (version > 0 ? "version " + version : "what happened since")
                                        + " removed or replaced it")
                        + ". Look again and propose on what is there now.");
    }

    private static Checked<Parsed> copiesOfOld(Rebase.Result.Found found, Parsed parsed, Drift drift) {
        for (JsonPointer source : found.sources()) {
            long version = drift.changedIn(source);
            if (version > 0) {
                return Precondition.changed(
                        source, parsed.admitted().invocation().orElseThrow(), version);
            }
        }
        return Checked.pass(parsed);
    }

    private static Checked<Parsed> granted(Patch sent, Patch found, Parsed parsed) {
        List<Operation> operations = found.operations();
        for (int i = 0; i < operations.size(); i++) {
            Operation was = sent.operations().get(i);
            if (!operations.get(i).equals(was)
                    && Authorization.check(
                                    operations.get(i), "", parsed.admitted().role())
                            .isPresent()) {
                return stale(
                        was.path(),
                        "Expected what operation " + i + " is about to be where this worker may " + was.op()
                                + " it, as at \"" + was.path()
                                + "\" in its view, but it was moved since. Look again and propose on what is there now.");
            }
        }
        return Checked.pass(parsed);
    }

    private static Checked<Parsed> stale(JsonPointer pointer, String message) {
        return Checked.refuse(RejectionCode.STALE, pointer.toString(), message);
    }
}
