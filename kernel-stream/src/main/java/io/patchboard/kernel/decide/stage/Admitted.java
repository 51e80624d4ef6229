package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.PatchProposal;
import java.util.Optional;

/**
 * A proposal from somebody who may speak.
 *
 * @param invocation the one that it answers; absent if unsolicited
 * @param degraded whether a fallback did what it proposes
 */
public record Admitted(
        Board board, PatchProposal proposal, WorkerRole role, Optional<OpenInvocation> invocation, boolean degraded) {

    /** Of the role's own work. */
    public Admitted(Board board, PatchProposal proposal, WorkerRole role, Optional<OpenInvocation> invocation) {
        this(board, proposal, role, invocation, Degradation.isOf(role.name(), board));
    }
}
