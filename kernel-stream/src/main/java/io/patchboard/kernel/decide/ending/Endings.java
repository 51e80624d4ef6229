package io.patchboard.kernel.decide.ending;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Compensated;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Provenance;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Requested;
import io.patchboard.record.StateHash;
import io.patchboard.record.Usage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The ways in which a board ends by itself. */
public final class Endings {

    private Endings() {}

    public static void complete(Transcript log, Completion completion) {
        withdraw(log);
        Board board = log.board();
        log.append(new BoardCompleted(
                Optional.empty(),
                completion.result().resolve(board.state()).orElse(Json.nul()),
                StateHash.of(board.state()),
                open(board),
                board.present().parent(),
                usage(board),
                Provenance.of(Degradation.now(board).at(completion.result()))));
    }

    /** Nothing is left to do on a board that has no goal. */
    public static void quiet(Transcript log) {
        Board board = log.board();
        log.append(new BoardCompleted(
                Optional.of(BoardCompleted.Reason.QUIET),
                board.state(),
                StateHash.of(board.state()),
                open(board),
                board.present().parent(),
                usage(board),
                Provenance.of(Degradation.now(board).at(JsonPointer.ROOT))));
    }

    /** Halts a board at a limit that all boards have. */
    public static void exhausted(Transcript log, BoardHalted.Limit limit, String message) {
        halt(log, BoardHalted.Reason.BUDGET_EXHAUSTED, limit.word(), message);
    }

    /**
     * A board has as much to do as it can hold. What asks for more is refused, and the board goes on; where its
     * blueprint wants no board to wait for anybody, it is halted.
     *
     * @throws NoRoomException unless it is
     */
    public static void full(Transcript log, BoardHalted.Limit limit, RejectionCode code, String message) {
        if (!log.board().rules().haltsOnIncident()) {
            throw new NoRoomException(code, limit, message);
        }
        exhausted(log, limit, message);
    }

    public static void halt(Transcript log, BoardHalted.Reason reason, String detail, String message) {
        boolean noWorkIsLeft =
                reason == BoardHalted.Reason.BUDGET_EXHAUSTED && detail.equals(BoardHalted.Limit.WORK.word());
        if (!noWorkIsLeft) {
            withdraw(log);
        }
        CompensationStarted.Halt halt = new CompensationStarted.Halt(reason, detail, message);
        if (log.board().phase() == Phase.COMPENSATING) {
            halt(log, halt, unfinished(log.board()));
        } else if (!compensates(Optional.empty(), Optional.of(halt), log)) {
            halt(log, halt, Optional.empty());
        }
    }

    /** Not even undoing goes on: what was not undone is left. */
    private static Optional<Compensated> unfinished(Board board) {
        Compensations all = board.memory().compensations();
        Stream<Long> rest =
                all.done().stream().map(Compensations.Done::sequence).sorted(Comparator.reverseOrder());
        return all.started()
                .map(started -> new Compensated(
                        started.sequence(),
                        Stream.concat(all.left().stream(), rest).toList()));
    }

    /** Somebody ends a board. Who does so again while it is being undone leaves the rest as it is. */
    public static void cancel(Requested requested, Transcript log) {
        withdraw(log);
        boolean again = log.board().phase() == Phase.COMPENSATING;
        if (again || !compensates(Optional.of(requested), Optional.empty(), log)) {
            cancel(log, requested, Optional.empty());
        }
    }

    /** What was to be undone first is undone. */
    public static void compensated(Compensations.Started started, List<Long> left, Transcript log) {
        Optional<Compensated> compensation = Optional.of(new Compensated(started.sequence(), left));
        started.why().halt().ifPresent(halt -> halt(log, halt, compensation));
        started.why().requested().ifPresent(requested -> cancel(log, requested, compensation));
    }

    private static void halt(Transcript log, CompensationStarted.Halt halt, Optional<Compensated> compensation) {
        Board board = log.board();
        Optional<Json> partial = board.rules()
                .completion()
                .flatMap(completion -> completion.result().resolve(board.state()));
        log.append(new BoardHalted(
                halt.reason(),
                halt.detail(),
                halt.message(),
                partial,
                StateHash.of(board.state()),
                open(board),
                compensation,
                board.present().parent(),
                usage(board)));
    }

    private static void cancel(Transcript log, Requested requested, Optional<Compensated> compensation) {
        Board board = log.board();
        log.append(new BoardCancelled(
                requested,
                StateHash.of(board.state()),
                open(board),
                compensation,
                board.present().parent(),
                usage(board)));
    }

    /** Whether something is undone before the board ends. */
    private static boolean compensates(
            Optional<Requested> requested, Optional<CompensationStarted.Halt> halt, Transcript log) {
        Board board = log.board();
        List<Long> undoes = board.memory().compensations().done().stream()
                .filter(done -> board.rules()
                        .worker(done.worker())
                        .flatMap(WorkerRole::handler)
                        .isPresent())
                .map(Compensations.Done::sequence)
                .sorted(Comparator.reverseOrder())
                .toList();
        if (!undoes.isEmpty()) {
            log.append(new CompensationStarted(requested, halt, undoes, open(board)));
        }
        return !undoes.isEmpty();
    }

    /**
     * What gates hold comes to nothing, because the board ends or is led back. At the limit of work there is none left
     * to say it of each.
     */
    public static void withdraw(Transcript log) {
        for (HeldPatch held : log.board().work().gated()) {
            log.append(new PatchRejected(
                    Optional.of(held.proposal().proposalId()),
                    Optional.of(held.proposal().worker()),
                    held.invocation().map(OpenInvocation::id),
                    held.invocation().map(OpenInvocation::trigger),
                    held.invocation().map(OpenInvocation::viewHash),
                    Optional.empty(),
                    Rejection.of(
                            RejectionCode.WITHDRAWN,
                            "",
                            "Expected somebody to decide about it, but its board ended or was restored before that."),
                    Optional.empty(),
                    held.proposal().usage(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(held.sequence())));
        }
    }

    /** A condition that fails counts as false; a board that is stuck because of it should say so. */
    public static String whyNotComplete(Transcript log) {
        Board board = log.board();
        return board.rules()
                .completion()
                .map(completion ->
                        completion.evaluate(board.state(), board.version(), Degradation.now(board), log.conditions()))
                .filter(CelOutcome.Failed.class::isInstance)
                .map(outcome -> " Its complete.when cannot be evaluated: " + ((CelOutcome.Failed) outcome).message())
                .orElse("");
    }

    /**
     * What all workers used, for the parent to count, absent where there is none: tokens of both kinds as those that
     * were read, since boards keep the sum alone.
     */
    public static Optional<Usage> usage(Board board) {
        Spending spent = board.spending();
        return board.present()
                .parent()
                .map(parent -> new Usage(
                                spent.tokens(), 0, Optional.of(spent.cost()).filter(cost -> cost.signum() > 0))
                        .withTools(spent.toolCalls(), Optional.empty()));
    }

    public static List<String> open(Board board) {
        return List.copyOf(board.open().keySet());
    }
}
