package io.patchboard.kernel.decide.ending;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.StateHash;
import java.util.List;
import java.util.Optional;

/** The ways in which a board ends by itself. */
public final class Endings {

    private Endings() {}

    public static void complete(Transcript log, Completion completion) {
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

    public static void halt(Transcript log, BoardHalted.Reason reason, String detail, String message) {
        Board board = log.board();
        Optional<Json> partial = board.rules()
                .completion()
                .flatMap(completion -> completion.result().resolve(board.state()));
        log.append(new BoardHalted(reason, detail, message, partial, StateHash.of(board.state()), open(board)));
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
