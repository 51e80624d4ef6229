package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.decide.stage.UniqueCheck;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.MarkedPlaces;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Command;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.Marked;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a board: with its blueprint's initial state, or as a fork with the state that another board had. */
final class Creating {

    /** What is known of a value that a mark is in, or of itself, is made anew: when invariants ask, and at last. */
    private static final long UNITS_OF_A_MARKED_LEVEL = 200;

    private final Limits limits;
    private final NewBlueprint blueprints;
    private final Operators operators;
    private final FollowUps followUps;

    Creating(Limits limits, NewBlueprint blueprints, Operators operators, FollowUps followUps) {
        this.limits = limits;
        this.blueprints = blueprints;
        this.operators = operators;
        this.followUps = followUps;
    }

    /** Why there is no new board; absent if there is. */
    Optional<Refusal> create(CreateBoard command, Transcript log) {
        if (log.board().phase() != Phase.ABSENT) {
            return Refusal.of(
                    RejectionCode.BOARD_EXISTS,
                    "/boardId",
                    "Expected a new board id, but board \"" + log.board().id() + "\" exists already.");
        }
        return switch (blueprints.read(command.blueprint(), log.work())) {
            case NewBlueprint.Read.Refused refused -> Optional.of(refused.refusal());
            case NewBlueprint.Read.Valid valid -> signed(command, valid.blueprint(), log);
        };
    }

    private Optional<Refusal> signed(CreateBoard command, Blueprint blueprint, Transcript log) {
        return switch (operators.check(command, blueprint, log.work())) {
            case Checked.Refused<Command> refused -> Refusal.of(refused.rejection());
            case Checked.Passed<Command> passed -> create((CreateBoard) passed.value(), blueprint, log);
        };
    }

    private Optional<Refusal> create(CreateBoard command, Blueprint blueprint, Transcript log) {
        Optional<Refusal> bad = NewBlueprint.tooLarge(
                        RejectionCode.INPUT_BYTES, "input", command.input(), limits.stateBytes())
                .or(() -> Labels.refusal(command.labels()).flatMap(Refusal::of));
        if (bad.isPresent()) {
            return bad;
        }
        Optional<Rejection> badInput = blueprint
                .input()
                .flatMap(schema -> schema.validate(command.input(), log.work().validation()))
                .map(violation -> new Rejection(
                        Stage.SCHEMA,
                        violation.keyword(),
                        "/input" + violation.pointer(),
                        Optional.of("/blueprint/input" + violation.schemaPointer()),
                        "Expected an input that fits the blueprint, but: " + violation.message()));
        if (badInput.isPresent()) {
            return Refusal.of(badInput.get());
        }
        return command.fork().isPresent()
                ? fork(command, command.fork().get(), blueprint, log)
                : fill(command, blueprint, log);
    }

    private Optional<Refusal> fill(CreateBoard command, Blueprint blueprint, Transcript log) {
        long repeated = blueprint.initial().repeatedChars(command.input(), limits.stateBytes());
        if (repeated > limits.stateBytes()) {
            return Refusal.of(
                    RejectionCode.STATE_BYTES,
                    "/input",
                    "Expected a first state of at most " + limits.stateBytes()
                            + " bytes, but the parts of the input that it repeats alone are larger.");
        }
        List<Problem> missing = new ArrayList<>();
        Json state = blueprint.initial().fill(command.input(), missing);
        if (!missing.isEmpty()) {
            return Refusal.of(
                    RejectionCode.INPUT_MISSING,
                    "/input" + missing.get(0).pointer(),
                    missing.get(0).message());
        }
        return begin(command, blueprint, state, log);
    }

    private Optional<Refusal> fork(CreateBoard command, CreateBoard.Fork fork, Blueprint blueprint, Transcript log) {
        ForkOrigin origin = fork.origin();
        if (!origin.stateHash()
                .expectedOf(fork.state())
                .equals(origin.stateHash().hex())) {
            return Refusal.of(
                    RejectionCode.STATE_HASH,
                    "/state",
                    "Expected the state of board " + origin.boardId() + " after its entry " + origin.sequence()
                            + ", which has the hash " + origin.stateHash().hex() + ", but got one with another hash.");
        }
        return begin(command, blueprint, fork.state(), log);
    }

    private Optional<Refusal> begin(CreateBoard command, Blueprint blueprint, Json state, Transcript log) {
        Optional<Refusal> refused = tooDeep(state)
                .or(() -> notMarked(command.marked(), state, log.work()))
                .or(() -> SchemaCheck.violation(blueprint, command.boardId(), before(command), state, log.work()))
                .or(() -> command.fork().isPresent()
                        ? Optional.empty()
                        : UniqueCheck.ofFirstState(blueprint, command.boardId(), state))
                .or(() -> InvariantCheck.ofFirstState(blueprint, state, degraded(command.marked(), state), log.work()))
                .or(() -> BudgetCheck.tooLarge(state, blueprint, limits, log.work()))
                .flatMap(Refusal::of)
                .or(() -> blueprints.missingQueue(blueprint));
        if (refused.isPresent()) {
            return refused;
        }
        long sequence = log.append(
                1,
                new BoardCreated(
                        command.header().requested(),
                        blueprint.source(),
                        blueprint.hash(),
                        command.input(),
                        state,
                        StateHash.of(state),
                        command.usage(),
                        command.labels(),
                        command.fork().map(CreateBoard.Fork::origin),
                        command.source(),
                        command.parent(),
                        command.marked()));
        Effect all = Effect.addition(JsonPointer.ROOT, state, false);
        followUps.onCreated(List.of(all), sequence, log);
        return Optional.empty();
    }

    /** What a fork begins with was at its origin. */
    private static Json before(CreateBoard command) {
        return command.fork().map(CreateBoard.Fork::state).orElse(JsonObject.EMPTY);
    }

    private static Optional<Rejection> notMarked(List<Marked> marked, Json state, Work work) {
        Optional<Rejection> refused = MarkedPlaces.problem(marked, state)
                .map(problem -> Rejection.of(RejectionCode.PATH_MISSING, "/marked", problem));
        if (refused.isEmpty()) {
            work.charge(WorkKind.PATCH, UNITS_OF_A_MARKED_LEVEL * MarkedPlaces.levels(marked));
        }
        return refused;
    }

    private static Degraded degraded(List<Marked> marked, Json state) {
        return marked.isEmpty()
                ? Degraded.NOWHERE
                : Degradation.in(state, MarkedPlaces.origins(Origin.ofNobody(1), marked, state));
    }

    /** The bounds that a patch would have to keep to make this state. */
    private Optional<Rejection> tooDeep(Json state) {
        Patch all = new Patch(List.of(new Operation.Add(JsonPointer.ROOT, state)));
        return PatchApplier.apply(Json.nul(), all, limits.apply()) instanceof PatchResult.OverLimit over
                ? Optional.of(
                        Rejection.of(RejectionCode.OVER_LIMIT, over.pointer().toString(), over.message()))
                : Optional.empty();
    }
}
