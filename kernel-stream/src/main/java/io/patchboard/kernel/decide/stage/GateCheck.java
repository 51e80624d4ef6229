package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Does a person have to allow it? One that changes nothing is let through. */
public final class GateCheck {

    /** Patches that wait for a person on one board. */
    private static final int MOST_HELD = 1_000;

    /** Bytes of their canonical JSON together, since they are stored with the board. */
    private static final long MOST_HELD_BYTES = 2_000_000;

    private GateCheck() {}

    /** The first gate, by name, that it has to pass and has not passed. */
    public static Optional<Gate> first(Candidate candidate, Collection<String> passed, Work work) {
        if (!candidate.revision().changes()) {
            return Optional.empty();
        }
        for (Gate gate : candidate.admitted().board().rules().gates()) {
            if (!passed.contains(gate.name()) && holds(gate, candidate, work)) {
                return Optional.of(gate);
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Gate gate, Candidate candidate, Work work) {
        work.isFor(gate.name());
        String worker = candidate.admitted().proposal().worker();
        Optional<String> rule =
                candidate.admitted().invocation().map(OpenInvocation::trigger).map(trigger -> trigger.rule());
        return gate.worker().filter(name -> !name.equals(worker)).isEmpty()
                && gate.rule()
                        .filter(name -> rule.filter(name::equals).isEmpty())
                        .isEmpty()
                && gate.on()
                        .filter(change -> !new ChangedItems(work)
                                .touch(change, candidate.revision().effects()))
                        .isEmpty()
                && gate.when()
                        .filter(when -> isFalse(when, worker, candidate, work))
                        .isEmpty();
    }

    /** Who guards does not let pass what he cannot judge. */
    private static boolean isFalse(CelExpression when, String worker, Candidate candidate, Work work) {
        CelAllowance allowance = new CelAllowance(work, WorkKind.CONDITIONS);
        allowance.begin();
        CelOutcome outcome = when.evaluate(
                Map.of(
                        "state",
                        candidate.state(),
                        "oldState",
                        candidate.revision().before(),
                        "worker",
                        Json.of(worker)),
                allowance);
        allowance.requireLeft();
        return outcome instanceof CelOutcome.Value value && value.value() == JsonBoolean.FALSE;
    }

    /** Refuses what a gate would hold on a board that holds as much as it may. */
    public static Checked<Candidate> room(Candidate candidate, Optional<Gate> gate) {
        Board board = candidate.admitted().board();
        long bytes = candidate.admitted().proposal().patch().canonicalBytes() + bytes(board.work().gated().stream());
        boolean fits = gate.isEmpty() || board.work().gated().size() < MOST_HELD && bytes <= MOST_HELD_BYTES;
        return fits
                ? Checked.pass(candidate)
                : Checked.refuse(
                        RejectionCode.HELD_PATCHES,
                        "",
                        "Expected at most " + MOST_HELD + " patches, of " + MOST_HELD_BYTES
                                + " bytes together, to wait for a person on one board, but "
                                + board.work().gated().size() + " do already, and gate \""
                                + gate.orElseThrow().name() + "\" would hold this one, too. Decide about those.");
    }

    /** Why a held patch cannot be kept as an approver has modified it, in place of what it was; absent if it can. */
    public static Optional<Rejection> noRoom(HeldPatch modified, Board board) {
        Stream<HeldPatch> others = board.work().gated().stream().filter(held -> held.sequence() != modified.sequence());
        long bytes = bytes(Stream.concat(others, Stream.of(modified)));
        return bytes <= MOST_HELD_BYTES
                ? Optional.empty()
                : Optional.of(Rejection.of(
                        RejectionCode.HELD_PATCHES,
                        "/patch",
                        "Expected patches of at most " + MOST_HELD_BYTES
                                + " bytes together to wait for a person on one board, but with this one there would be "
                                + bytes + ". Decide about others first."));
    }

    private static long bytes(Stream<HeldPatch> all) {
        return all.mapToLong(held -> held.proposal().patch().canonicalBytes()).sum();
    }
}
