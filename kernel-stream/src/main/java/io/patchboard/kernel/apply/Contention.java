package io.patchboard.kernel.apply;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.circuit.Outcome;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.Optional;

/**
 * Whether a {@code test} failed, or something was there already, because others were quicker, which is honest, and not
 * because its author was wrong from the beginning: the place was changed since the author last saw the board. An
 * invited worker saw it in its view; one that proposes unasked when its latest proposal was decided.
 */
final class Contention {

    private Contention() {}

    static boolean explains(PatchRejected rejected, Optional<OpenInvocation> invocation, Board board) {
        boolean isLate =
                rejected.stage() == Stage.PRECONDITION || rejected.rejection().is(RejectionCode.EXISTS);
        if (!isLate || rejected.worker().isEmpty()) {
            return false;
        }
        JsonPointer place = Disclosure.pointer(rejected.rejection().pointer());
        if (place.equals(JsonPointer.ROOT) && !rejected.rejection().pointer().isEmpty()) {
            return false; // of no place that is known
        }
        if (invocation.isPresent()) {
            OpenInvocation open = invocation.get();
            return board.present().changes().stream()
                    .anyMatch(change ->
                            change.version() > open.baseVersion() && !change.isBy(open) && change.touches(place));
        }
        Optional<Outcome> latest = board.circuit().latest(rejected.worker().get());
        return latest.isPresent() && changedSince(latest.get().version(), place, board);
    }

    /** What is no longer remembered may have been a change of this place. */
    private static boolean changedSince(long version, JsonPointer place, Board board) {
        long forgotten = board.version() - board.present().recent().size();
        return version < forgotten
                || board.present().recent().stream()
                        .anyMatch(change -> isLater(change, version) && change.touches(place));
    }

    private static boolean isLater(StateChange change, long version) {
        return change.version() > version;
    }
}
