package io.patchboard.experiments.jobshop;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Schedules by constraint programming: OR-Tools' CP-SAT. What it may not move is where it is. Its callbacks of bounds
 * and solutions are not used: they are called from its own threads, and one that took bounds ended the process.
 */
final class CpSat {

    /** What is wanted of a schedule beyond being possible. */
    enum Aim {
        /** That it ends as early as it can. */
        MAKESPAN,
        /** That it moves the fewest operations. */
        FEWEST_MOVES
    }

    /**
     * @param schedule the best that was found
     * @param bound no schedule ends earlier; 0 if that was not what was asked for
     */
    record Solution(Schedule schedule, int bound) {

        boolean proven() {
            return schedule.makespan() <= bound;
        }
    }

    private final Situation situation;
    private final Set<Op> movable;
    private final Schedule hint;
    private final CpSolver solver;
    private final CpModel model;
    private final Map<Op, IntVar> starts = new HashMap<>();
    private final int horizon;

    /**
     * @param movable what may begin at another time, if it has not begun
     * @param hint where to begin the search, and where all else is
     */
    CpSat(Situation situation, Set<Op> movable, Schedule hint) {
        this(situation, movable, hint, Integer.MAX_VALUE);
    }

    /**
     * As the other, of schedules that end in time.
     *
     * @param latest when all is over at the latest
     */
    CpSat(Situation situation, Set<Op> movable, Schedule hint, int latest) {
        Loader.loadNativeLibraries();
        this.solver = new CpSolver();
        this.model = new CpModel();
        this.situation = situation;
        this.movable = movable;
        this.hint = hint;
        this.horizon = Math.min(
                latest,
                Math.max(
                        hint.makespan(),
                        situation.now()
                                + situation.instance().ops().stream()
                                        .mapToInt(situation::takes)
                                        .sum()
                                + situation.outOfOrder().values().stream()
                                        .mapToInt(until -> until - situation.now())
                                        .sum()));
    }

    /** Ends the search with what was found; does nothing before it has begun. For any thread. */
    void stop() {
        solver.stopSearch();
    }

    /**
     * @param limit of the search
     * @param threads to search with
     * @return empty if there is none, or none was found in time
     */
    Optional<Solution> solve(Aim aim, Duration limit, int threads) {
        IntVar makespan = model.newIntVar(0, horizon, "makespan");
        situation.instance().ops().forEach(op -> starts.put(op, start(op)));
        constrain(makespan);
        switch (aim) {
            case MAKESPAN -> model.minimize(makespan);
            case FEWEST_MOVES -> model.minimize(moves(makespan));
        }
        solver.getParameters()
                .setMaxTimeInSeconds(limit.toMillis() / 1000.0)
                .setNumWorkers(threads)
                .setRandomSeed(1);
        CpSolverStatus status = solver.solve(model);
        if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
            return Optional.empty();
        }
        Map<Op, Slot> slots = new HashMap<>();
        starts.forEach((op, start) -> slots.put(op, situation.slot(op, (int) solver.value(start))));
        int bound = aim == Aim.MAKESPAN ? (int) Math.ceil(solver.bestObjectiveBound() - 1e-6) : 0;
        return Optional.of(new Solution(new Schedule(slots), bound));
    }

    private boolean moves(Op op) {
        return movable.contains(op) && !situation.begun(op);
    }

    private IntVar start(Op op) {
        int hinted = hint.slot(op).map(Slot::start).orElse(situation.now());
        if (!moves(op)) {
            return model.newConstant(hinted);
        }
        IntVar start = model.newIntVar(situation.now(), horizon, Names.of(op, situation.instance()));
        model.addHint(start, hinted);
        return start;
    }

    /** Of schedules that move as few, the one that ends first. */
    private LinearExpr moves(IntVar makespan) {
        LinearExprBuilder moves = LinearExpr.newBuilder().add(makespan);
        starts.keySet().stream().filter(this::moves).forEach(op -> moves.addTerm(moved(op), horizon + 1L));
        return moves.build();
    }

    private BoolVar moved(Op op) {
        BoolVar moved = model.newBoolVar("moved " + Names.of(op, situation.instance()));
        model.addEquality(starts.get(op), hint.slots().get(op).start()).onlyEnforceIf(moved.not());
        return moved;
    }

    private void constrain(IntVar makespan) {
        Map<Integer, List<IntervalVar>> onMachine = new HashMap<>();
        starts.forEach((op, start) -> {
            int takes = situation.takes(op);
            onMachine
                    .computeIfAbsent(situation.instance().step(op).machine(), machine -> new ArrayList<>())
                    .add(model.newFixedSizeIntervalVar(start, takes, "at " + Names.of(op, situation.instance())));
            LinearExpr end = LinearExpr.affine(start, 1, takes);
            model.addLessOrEqual(end, makespan);
            Optional.ofNullable(starts.get(op.next())).ifPresent(next -> model.addLessOrEqual(end, next));
            Optional.ofNullable(situation
                            .outOfOrder()
                            .get(situation.instance().step(op).machine()))
                    .filter(until -> !situation.begun(op))
                    .ifPresent(until -> model.addGreaterOrEqual(start, until));
        });
        onMachine.values().forEach(model::addNoOverlap);
    }
}
