package io.patchboard.kernel.decide.ending;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import java.util.List;
import java.util.Optional;

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
                open(board)));
    }

    /** Nothing is left to do on a board that has no goal. */
    public static void quiet(Transcript log) {
        Board board = log.board();
        log.append(new BoardCompleted(
                Optional.of(BoardCompleted.Reason.QUIET), board.state(), StateHash.of(board.state()), open(board)));
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
        if (!detail.equals(BoardHalted.Limit.WORK.word())) {
            withdraw(log);
        }
        Board board = log.board();
        Optional<Json> partial = board.rules()
                .completion()
                .flatMap(completion -> completion.result().resolve(board.state()));
        log.append(new BoardHalted(reason, detail, message, partial, StateHash.of(board.state()), open(board)));
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
                .map(completion -> completion.evaluate(board.state(), board.version(), log.conditions()))
                .filter(CelOutcome.Failed.class::isInstance)
                .map(outcome -> " Its complete.when cannot be evaluated: " + ((CelOutcome.Failed) outcome).message())
                .orElse("");
    }

    public static List<String> open(Board board) {
        return List.copyOf(board.open().keySet());
    }
}
