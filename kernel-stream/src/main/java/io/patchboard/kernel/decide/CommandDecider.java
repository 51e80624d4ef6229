package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Decides commands. */
final class CommandDecider {

    private final Limits limits;
    private final Blueprints blueprints;
    private final Queues queues;
    private final FollowUps followUps;

    CommandDecider(Limits limits, Blueprints blueprints, Queues queues, FollowUps followUps) {
        this.limits = limits;
        this.blueprints = blueprints;
        this.queues = queues;
        this.followUps = followUps;
    }

    void decide(Input.Commanded input, Transcript log) {
        Command command = input.command();
        Optional<Refusal> refusal = switch (command) {
            case CreateBoard create -> create(create, log);
            case PauseBoard pause -> over(log.board()).or(() -> pause(pause, log));
            case ResumeBoard resume -> over(log.board()).or(() -> resume(resume, log));
            case CancelBoard cancel -> over(log.board()).or(() -> cancel(cancel, log));
            case ReopenBoard reopen -> absent(log.board()).or(() -> reopen(reopen, log));
            case Decide decide -> over(log.board()).or(() -> decide(decide, log));
        };
        refusal.ifPresent(why -> log.append(new CommandRejected(
                Optional.of(command.commandId()), why.rejection(), why.errors(), Optional.of(input.echo()))));
    }

    private record Refusal(Rejection rejection, List<Problem> errors) {}

    private static Optional<Refusal> refuse(Rejection rejection) {
        return Optional.of(new Refusal(rejection, List.of()));
    }

    private static Optional<Refusal> refuse(RejectionCode code, String pointer, String message) {
        return refuse(Rejection.of(code, pointer, message));
    }

    private Optional<Refusal> create(CreateBoard command, Transcript log) {
        if (log.board().phase() != Phase.ABSENT) {
            return refuse(
                    RejectionCode.BOARD_EXISTS,
                    "/boardId",
                    "Expected a new board id, but board \"" + log.board().id() + "\" exists already.");
        }
        Optional<Refusal> tooLarge = tooLarge(
                        RejectionCode.BLUEPRINT_BYTES, "blueprint", command.blueprint(), limits.blueprintBytes())
                .or(() -> tooLarge(RejectionCode.INPUT_BYTES, "input", command.input(), limits.stateBytes()));
        if (tooLarge.isPresent()) {
            return tooLarge;
        }
        log.work().charge(WorkKind.BLUEPRINT, Math.min(BlueprintWork.of(command.blueprint()), BlueprintWork.MOST));
        CompileResult compiled = blueprints.compile(command.blueprint());
        if (compiled instanceof CompileResult.Invalid invalid) {
            return invalidBlueprint(invalid.problems());
        }
        Blueprint blueprint = ((CompileResult.Valid) compiled).blueprint();
        return create(command, blueprint, log);
    }

    private static Optional<Refusal> tooLarge(RejectionCode code, String what, Json json, int most) {
        long bytes = BudgetCheck.bytes(json);
        return bytes <= most
                ? Optional.empty()
                : refuse(
                        code,
                        "/" + what,
                        "Expected at most " + most + " bytes of " + what + ", but got " + bytes + ".");
    }

    private static Optional<Refusal> invalidBlueprint(List<Problem> problems) {
        Problem first = problems.get(0);
        String count = problems.size() == 1 ? "an error" : problems.size() + " errors, first";
        return Optional.of(new Refusal(
                Rejection.of(
                        RejectionCode.BLUEPRINT,
                        "/blueprint" + first.pointer(),
                        "Expected a valid blueprint, but it has " + count + " at "
                                + (first.pointer().isEmpty() ? "the root" : first.pointer()) + ": "
                                + first.message()),
                problems));
    }

    /** Asked last, since queues are made only for a board that there will be. */
    private Optional<Refusal> missingQueue(Blueprint blueprint) {
        Collection<WorkerRole> roles = blueprint.workers().values();
        return queues.missing(roles.stream().map(WorkerRole::queue).distinct().toList())
                .flatMap(missing -> refuse(
                        RejectionCode.UNKNOWN_QUEUE,
                        "/blueprint/workers/" + JsonPointer.escape(firstOf(missing.queue(), roles)) + "/queue",
                        "Expected a queue that this kernel has, but worker \"" + firstOf(missing.queue(), roles)
                                + "\" uses \"" + missing.queue() + "\". " + missing.why()));
    }

    private static String firstOf(String queue, Collection<WorkerRole> roles) {
        return roles.stream()
                .filter(role -> role.queue().equals(queue))
                .findFirst()
                .orElseThrow()
                .name();
    }

    private Optional<Refusal> create(CreateBoard command, Blueprint blueprint, Transcript log) {
        Optional<Rejection> badInput = blueprint
                .input()
                .flatMap(schema -> schema.validate(command.input()))
                .map(violation -> new Rejection(
                        Stage.SCHEMA,
                        violation.keyword(),
                        "/input" + violation.pointer(),
                        Optional.of("/blueprint/input" + violation.schemaPointer()),
                        "Expected an input that fits the blueprint, but: " + violation.message()));
        if (badInput.isPresent()) {
            return refuse(badInput.get());
        }
        long repeated = blueprint.initial().repeatedChars(command.input(), limits.stateBytes());
        if (repeated > limits.stateBytes()) {
            return refuse(
                    RejectionCode.STATE_BYTES,
                    "/input",
                    "Expected a first state of at most " + limits.stateBytes()
                            + " bytes, but the parts of the input that it repeats alone are larger.");
        }
        List<Problem> missing = new ArrayList<>();
        Json state = blueprint.initial().fill(command.input(), missing);
        if (!missing.isEmpty()) {
            return refuse(
                    RejectionCode.INPUT_MISSING,
                    "/input" + missing.get(0).pointer(),
                    missing.get(0).message());
        }
        Optional<Rejection> badState = tooDeep(state)
                .or(() -> SchemaCheck.violation(blueprint, state))
                .or(() -> InvariantCheck.ofFirstState(blueprint, state, log.work()))
                .or(() -> BudgetCheck.tooLarge(state, blueprint, limits));
        if (badState.isPresent()) {
            return refuse(badState.get());
        }
        Optional<Refusal> missingQueue = missingQueue(blueprint);
        if (missingQueue.isPresent()) {
            return missingQueue;
        }
        begin(command, blueprint, state, log);
        return Optional.empty();
    }

    /** The bounds that a patch would have to keep to make this state. */
    private Optional<Rejection> tooDeep(Json state) {
        Patch all = new Patch(List.of(new Operation.Add(JsonPointer.ROOT, state)));
        return PatchApplier.apply(Json.nul(), all, limits.apply()) instanceof PatchResult.OverLimit over
                ? Optional.of(
                        Rejection.of(RejectionCode.OVER_LIMIT, over.pointer().toString(), over.message()))
                : Optional.empty();
    }

    private void begin(CreateBoard command, Blueprint blueprint, Json state, Transcript log) {
        long sequence = log.append(
                1,
                new BoardCreated(
                        command.commandId(),
                        blueprint.source(),
                        blueprint.hash(),
                        command.input(),
                        state,
                        StateHash.of(state),
                        command.usage()));
        Effect all = new Effect(ChangeKind.ADD, JsonPointer.ROOT, Optional.empty(), Optional.of(state), false);
        followUps.onCreated(List.of(all), sequence, log);
    }

    private static Optional<Refusal> absent(Board board) {
        return board.phase() == Phase.ABSENT
                ? refuse(
                        RejectionCode.UNKNOWN_BOARD,
                        "/boardId",
                        "Expected the id of a board, but there is no board \"" + board.id() + "\".")
                : Optional.empty();
    }

    /** There is no board, or it has ended. */
    private static Optional<Refusal> over(Board board) {
        return absent(board)
                .or(() -> board.phase().ended()
                        ? refuse(
                                RejectionCode.BOARD_ENDED,
                                "/boardId",
                                "Expected a board that is open, but board " + board.id() + " is "
                                        + board.phase().word() + ".")
                        : Optional.empty());
    }

    private Optional<Refusal> reopen(ReopenBoard command, Transcript log) {
        Optional<Rejection> refused = Reopening.reopen(command, log);
        if (refused.isEmpty()) {
            followUps.onResumed(log);
        }
        return refused.flatMap(CommandDecider::refuse);
    }

    private Optional<Refusal> decide(Decide command, Transcript log) {
        Optional<Rejection> refused = Deciding.decide(command, log);
        if (refused.isEmpty()) {
            followUps.onResumed(log);
        }
        return refused.flatMap(CommandDecider::refuse);
    }

    private static Optional<Refusal> cancel(CancelBoard command, Transcript log) {
        Board board = log.board();
        log.append(new BoardCancelled(
                command.commandId(), command.reason(), StateHash.of(board.state()), Endings.open(board)));
        return Optional.empty();
    }

    private static Optional<Refusal> pause(PauseBoard command, Transcript log) {
        if (log.board().phase() == Phase.PAUSED) {
            return wrongPhase(log.board(), RejectionCode.ALREADY_PAUSED, "is paused already");
        }
        log.append(new BoardPaused(command.commandId(), command.reason()));
        return Optional.empty();
    }

    private Optional<Refusal> resume(ResumeBoard command, Transcript log) {
        if (log.board().phase() != Phase.PAUSED) {
            return wrongPhase(log.board(), RejectionCode.NOT_PAUSED, "is not paused");
        }
        log.append(new BoardResumed(command.commandId(), command.reason()));
        followUps.onResumed(log);
        return Optional.empty();
    }

    private static Optional<Refusal> wrongPhase(Board board, RejectionCode code, String what) {
        return refuse(
                code, "/boardId", "Expected a board in the other phase, but board " + board.id() + " " + what + ".");
    }
}
