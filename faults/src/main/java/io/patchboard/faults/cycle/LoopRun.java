package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Blackboard;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.oracle.StrictJson;
import io.patchboard.faults.tree.Trees;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lets a team in a loop go on until somebody stops it or its budget of steps is used up. */
public final class LoopRun {

    /** One step is one answer of a worker, honest or not. */
    public static final int STEP_BUDGET = 200;

    private final LoopFault fault;
    private final Dice dice;
    private int said;
    private int rounds;

    public LoopRun(LoopFault fault, Dice dice) {
        this.fault = fault;
        this.dice = dice;
    }

    /**
     * How a run ended.
     *
     * @param detector the name of the detector that halted it; empty if none did
     * @param reason why the board ended; empty if it did not
     */
    public record Outcome(int steps, Optional<String> detector, Optional<String> reason) {

        /** Halted by a detector, and before half of the budget. */
        public boolean halted() {
            return detector.isPresent() && steps < STEP_BUDGET / 2;
        }

        /** What became of a run that was not halted as it should be. */
        public String otherwise() {
            return detector.map(name -> "late: " + name)
                    .orElseGet(() -> reason.map(other -> "ended: " + other).orElse("not halted"));
        }
    }

    /** What stops a {@linkplain #supervised supervised} control. */
    public static final String STANDSTILL = "standstill";

    private static final int PATIENCE = 3;

    /** On a control, which knows no rules, somebody outside gives the turns, and nobody looks for loops. */
    public Outcome on(Blackboard control, List<String> workers) {
        return on(control, workers, STEP_BUDGET);
    }

    /** The same, but whoever gives the turns ends the run once three in a row left everything as it was. */
    public Outcome supervised(Blackboard control, List<String> workers) {
        return on(control, workers, PATIENCE);
    }

    private Outcome on(Blackboard control, List<String> workers, int patience) {
        byte[] held = control.stored();
        int still = 0;
        for (int step = 0; step < STEP_BUDGET; step++) {
            String worker = dice.chance(fault.honest()) ? Loops.WATCHER : workers.get(step % workers.size());
            JsonNode state = StrictJson.read(control.stored()).orElseGet(Trees::object);
            JsonNode patch = fault.play().role().patch(worker, state, "", step);
            control.deliver(new Proposal("p-" + step, "loop", worker, Optional.empty(), patch).bytes());
            byte[] now = control.stored();
            still = Arrays.equals(held, now) ? still + 1 : 0;
            held = now;
            if (still == patience) {
                return new Outcome(step + 1, Optional.of(STANDSTILL), Optional.empty());
            }
        }
        return new Outcome(STEP_BUDGET, Optional.empty(), Optional.empty());
    }

    public Outcome on(Kernel kernel, String id) {
        KernelBoard board = KernelBoard.create(kernel, id, fault.play().blueprint(), Trees.object());
        for (int step = 1; step <= STEP_BUDGET; step++) {
            Optional<BoardHalted> halted = next(board).stream()
                    .map(LogEntry::event)
                    .filter(BoardHalted.class::isInstance)
                    .map(BoardHalted.class::cast)
                    .findFirst();
            if (board.board().phase() != Phase.OPEN) {
                return new Outcome(
                        step,
                        halted.filter(end -> end.reason() == BoardHalted.Reason.CIRCUIT)
                                .map(BoardHalted::detail),
                        Optional.of(halted.map(end -> end.reason().word()).orElse("completed")));
            }
        }
        return new Outcome(STEP_BUDGET, Optional.empty(), Optional.empty());
    }

    private List<LogEntry> next(KernelBoard board) {
        boolean honest = dice.chance(fault.honest());
        Optional<OpenInvocation> task = earliest(board, true);
        Optional<OpenInvocation> loop = earliest(board, false);
        if (honest && task.isPresent() && dice.chance(0.7)) {
            return answer(board, task.get());
        } else if (honest) {
            return say(board, Loops.WATCHER, Optional.empty(), "");
        } else if (loop.isPresent()) {
            return answer(board, loop.get());
        } else if (!fault.play().volunteers().isEmpty()) {
            List<String> volunteers = fault.play().volunteers();
            return say(board, volunteers.get(rounds++ % volunteers.size()), Optional.empty(), "");
        }
        return board.passTime();
    }

    private static Optional<OpenInvocation> earliest(KernelBoard board, boolean honest) {
        return board.board().open().values().stream()
                .filter(open -> open.worker().equals(Loops.DOER) == honest)
                .min(Comparator.comparingLong(
                                (OpenInvocation open) -> open.trigger().sequence())
                        .thenComparing(OpenInvocation::worker)
                        .thenComparing(open -> open.trigger().path().orElse("")));
    }

    private List<LogEntry> answer(KernelBoard board, OpenInvocation open) {
        return say(
                board,
                open.worker(),
                Optional.of(open.id()),
                open.trigger().path().orElse(""));
    }

    private List<LogEntry> say(KernelBoard board, String worker, Optional<String> invocation, String path) {
        said++;
        JsonNode patch = fault.play().role().patch(worker, board.state(), path, said);
        return board.send(new Proposal("p-" + said, board.board().id(), worker, invocation, patch).bytes());
    }
}
