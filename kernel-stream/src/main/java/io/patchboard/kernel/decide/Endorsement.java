package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Taint;
import java.util.Optional;
import java.util.Set;

/** What taints what a patch writes: what its worker was shown, unless somebody answers for what became of it. */
final class Endorsement {

    private Endorsement() {}

    static Set<Taint> taint(Candidate candidate, Optional<HeldPatch> held, Work work) {
        WorkerRole role = candidate.admitted().role();
        Set<Taint> brought = role.boundary().taint();
        return isEndorsed(candidate, held)
                ? brought
                : Taint.union(
                        brought,
                        role.boundary()
                                .passedOn(candidate
                                        .admitted()
                                        .invocation()
                                        .map(OpenInvocation::taint)
                                        .orElseGet(() -> Tainting.shown(
                                                role, candidate.admitted().board(), work))));
    }

    /** By the worker, at all places that it writes, or by a person at a gate. */
    private static boolean isEndorsed(Candidate candidate, Optional<HeldPatch> held) {
        Board board = candidate.admitted().board();
        return candidate
                        .admitted()
                        .role()
                        .boundary()
                        .endorses(candidate.revision().patch())
                || held.isPresent()
                        && held.get().passed().stream()
                                .anyMatch(name -> board.rules().gates().stream()
                                        .filter(Gate::endorses)
                                        .anyMatch(gate -> gate.name().equals(name)));
    }
}
