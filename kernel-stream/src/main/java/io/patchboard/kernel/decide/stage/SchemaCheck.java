package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Rejection;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Does the state satisfy the blueprint's schema? */
public final class SchemaCheck {

    /** It is looked for among all that the state has, with all that it says. */
    private static final long UNITS_OF_A_SEALED_VALUE = 100;

    private static final int CHARS_OF_A_UNIT = 16;

    private SchemaCheck() {}

    public static Checked<Candidate> check(Candidate candidate, Work work) {
        Board board = candidate.admitted().board();
        return found(board.rules(), candidate.state(), work)
                .<Checked<Candidate>>map(violation -> Checked.refuse(rejection(violation), violation.pointer()))
                .orElseGet(() -> Checked.unless(
                        foreign(board.rules(), board.id(), board.state(), candidate.state(), work), candidate));
    }

    /**
     * Why a state can't follow on another one: what it violates, or a value that was sealed for another board and was
     * not here before. Whoever opens this board's values would open it for whoever brought it here.
     */
    public static Optional<Rejection> violation(
            Blueprint blueprint, String boardId, Json before, Json after, Work work) {
        return violation(blueprint, after, work).or(() -> foreign(blueprint, boardId, before, after, work));
    }

    /** A value that was sealed for another board and was not here before. */
    public static Optional<Rejection> foreign(Blueprint blueprint, String boardId, Json before, Json after, Work work) {
        if (!blueprint.stateSchema().seals()) {
            return Optional.empty();
        }
        List<SealedValue> foreign = sealed(after, work).stream()
                .filter(closed -> !closed.board().equals(boardId))
                .toList();
        if (foreign.isEmpty()) {
            return Optional.empty();
        }
        Set<SealedValue> known = new HashSet<>(sealed(before, work));
        return foreign.stream()
                .filter(closed -> !known.contains(closed))
                .findFirst()
                .map(closed -> new Rejection(
                        Stage.SCHEMA,
                        SealedValue.MEMBER,
                        "",
                        Optional.empty(),
                        "Expected values that were sealed for board " + boardId
                                + ", or were here before, but got one of"
                                + " board " + closed.board() + ", with the key " + closed.key()
                                + ". Open it there and seal it for this board."));
    }

    private static List<SealedValue> sealed(Json state, Work work) {
        List<SealedValue> all = SealedValue.in(state);
        long chars = all.stream().mapToLong(closed -> closed.data().length()).sum();
        work.charge(WorkKind.PATCH, all.size() * UNITS_OF_A_SEALED_VALUE + chars / CHARS_OF_A_UNIT);
        return all;
    }

    public static Optional<Rejection> violation(Blueprint blueprint, Json state, Work work) {
        return found(blueprint, state, work).map(SchemaCheck::rejection);
    }

    private static Optional<SchemaViolation> found(Blueprint blueprint, Json state, Work work) {
        return blueprint.stateSchema().validate(state, work.validation());
    }

    private static Rejection rejection(SchemaViolation violation) {
        return new Rejection(
                Stage.SCHEMA,
                violation.keyword(),
                violation.pointer().toString(),
                Optional.of(violation.schemaPointer()),
                violation.message());
    }
}
