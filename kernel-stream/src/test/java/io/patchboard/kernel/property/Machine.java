package io.patchboard.kernel.property;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A kernel with one board, and no clock: it is told what came, and when. */
final class Machine {

    static final String BOARD = "b-1";

    /** What came, and when. */
    record Step(Input input, Instant time) {}

    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
            queue -> true);
    private final SeenIds history = new SeenIds();
    private final List<LogEntry> log = new ArrayList<>();
    private Board board = Board.absent(BOARD);

    List<LogEntry> take(Step step) {
        Decision decision = decider.decide(board, step.input(), history, step.time());
        board = decision.board();
        log.addAll(decision.entries());
        decision.entries().forEach(history::remember);
        return decision.entries();
    }

    Board board() {
        return board;
    }

    List<LogEntry> log() {
        return List.copyOf(log);
    }
}
