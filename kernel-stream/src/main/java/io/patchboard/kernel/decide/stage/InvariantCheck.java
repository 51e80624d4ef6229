package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Do the invariants hold? One that cannot be evaluated does not hold. */
public final class InvariantCheck {

    /** It is found, followed back to where it was, and compared. */
    private static final long UNITS_OF_A_PLACE = 40;

    /** A place is followed back through each operation that moved something, token by token. */
    private static final int TOKENS_OF_A_UNIT = 2;

    /** Each step to a place makes a pointer that has all its tokens. */
    private static final int TOKENS_OF_A_PLACE = 8;

    private InvariantCheck() {}

    /** @param quoted of whose value the rejection's message tells */
    private record Violation(Rejection rejection, Optional<JsonPointer> quoted) {}

    public static Checked<Candidate> check(Candidate candidate, Work work) {
        Board board = candidate.admitted().board();
        Optional<Rejection> notUnique = UniqueCheck.ofChange(board, candidate.revision());
        return notUnique.isPresent() ? Checked.refuse(notUnique.get()) : invariants(candidate, board, work);
    }

    private static Checked<Candidate> invariants(Candidate candidate, Board board, Work work) {
        return violation(
                        board.rules(),
                        candidate.revision(),
                        Degradation.after(
                                board,
                                candidate.revision(),
                                candidate.admitted().degraded()),
                        work)
                .<Checked<Candidate>>map(found -> new Checked.Refused<>(found.rejection(), found.quoted()))
                .orElseGet(() -> Checked.pass(candidate));
    }

    /** The first invariant that a person's change does not leave true. */
    public static Optional<Rejection> ofChange(Board board, Revision revision, Work work) {
        return UniqueCheck.ofChange(board, revision)
                .or(() -> violation(board.rules(), revision, Degradation.after(board, revision, false), work)
                        .map(Violation::rejection));
    }

    private static Optional<Violation> violation(Blueprint blueprint, Revision revision, Degraded degraded, Work work) {
        int moves = revision.relocation().size();
        return violation(
                blueprint,
                invariant -> invariant.places(revision, visits(moves, work)),
                (invariant, place, allowance) -> {
                    if (invariant.transition()) {
                        work.charge(WorkKind.INVARIANTS, following(moves, place));
                    }
                    return invariant.evaluate(place, revision, degraded, allowance);
                },
                work);
    }

    /** Of a state that is no change of another: what compares old and new holds. */
    public static Optional<Rejection> ofFirstState(Blueprint blueprint, Json state, Degraded degraded, Work work) {
        return violation(
                        blueprint,
                        invariant -> invariant.places(state, visits(0, work)),
                        (invariant, place, allowance) -> invariant.evaluate(place, state, degraded, allowance),
                        work)
                .map(Violation::rejection);
    }

    /** @param moves operations that moved something */
    private static Consumer<JsonPointer> visits(int moves, Work work) {
        return place -> work.charge(
                WorkKind.INVARIANTS,
                UNITS_OF_A_PLACE * (1 + place.tokens().size() / TOKENS_OF_A_PLACE) + following(moves, place));
    }

    /** Finding out where that which is at a place was before the patch. */
    private static long following(int moves, JsonPointer place) {
        return (long) moves * (1 + place.tokens().size() / TOKENS_OF_A_UNIT);
    }

    private interface Evaluation {

        Optional<CelOutcome> of(Invariant invariant, JsonPointer place, CelAllowance allowance);
    }

    private static Optional<Violation> violation(
            Blueprint blueprint, Function<Invariant, List<JsonPointer>> places, Evaluation evaluation, Work work) {
        CelAllowance allowance = new CelAllowance(work, WorkKind.INVARIANTS);
        for (Invariant invariant : blueprint.invariants()) {
            work.isFor(invariant.name());
            for (JsonPointer place : places.apply(invariant)) {
                allowance.begin();
                Optional<CelOutcome> outcome = evaluation.of(invariant, place, allowance);
                allowance.requireLeft();
                if (outcome.isPresent() && !outcome.get().isTrue()) {
                    return Optional.of(new Violation(
                            rejection(invariant, place, outcome.get()), quoted(invariant, place, outcome.get())));
                }
            }
        }
        return Optional.empty();
    }

    /** An invariant that cannot be evaluated says what it could not take, which may be anything that it reads. */
    private static Optional<JsonPointer> quoted(Invariant invariant, JsonPointer place, CelOutcome outcome) {
        if (!(outcome instanceof CelOutcome.Failed)) {
            return Optional.empty();
        }
        return Optional.of(invariant.readsState() || invariant.transition() ? JsonPointer.ROOT : place);
    }

    private static Rejection rejection(Invariant invariant, JsonPointer place, CelOutcome outcome) {
        return Rejection.of(
                outcome instanceof CelOutcome.Failed ? RejectionCode.EVALUATION : RejectionCode.VIOLATED,
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
