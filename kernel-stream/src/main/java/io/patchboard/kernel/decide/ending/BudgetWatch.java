package io.patchboard.kernel.decide.ending;

import io.patchboard.json.JsonNumber;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Looks at what a board and its workers have used: a warning at four fifths, once for each budget, and an end with the
 * budget's name when nothing is left.
 *
 * <p>A budget of invocations ends a board when one more is wanted; those of tokens, cost and time as soon as they are
 * used up.
 */
public final class BudgetWatch {

    private BudgetWatch() {}

    /** Whether the board had to be halted. If it goes on, warnings that are due have been written. */
    public static boolean halts(Transcript log) {
        Optional<Halt> halt = boardBudgetUsedUp(log.board()).or(() -> workerBudgetUsedUp(log.board()));
        if (halt.isPresent()) {
            halt(halt.get().budget(), halt.get().worker(), log);
            return true;
        }
        warn(log, log.board().rules().workers().values(), budget -> true);
        return false;
    }

    private record Halt(BudgetKind budget, Optional<String> worker) {}

    private static Optional<Halt> boardBudgetUsedUp(Board board) {
        for (Budget budget : board.budgets(Optional.empty())) {
            boolean counts = budget.kind() == BudgetKind.TOKENS || budget.kind() == BudgetKind.COST;
            if (counts && budget.usedUp(used(board, budget, board.time()))) {
                return Optional.of(new Halt(budget.kind(), Optional.empty()));
            }
        }
        return Optional.empty();
    }

    /** Where the circuit policy says what is done, that is done when the worker is wanted again. */
    private static Optional<Halt> workerBudgetUsedUp(Board board) {
        if (!board.rules().circuit().onBudget().isEmpty()) {
            return Optional.empty();
        }
        for (WorkerRole role : board.rules().workers().values()) {
            Optional<Budget> usedUp = usedUp(board, role)
                    .filter(budget -> budget.kind() != BudgetKind.INVOCATIONS)
                    .filter(budget -> role.catcher().isEmpty());
            if (usedUp.isPresent()) {
                return Optional.of(new Halt(usedUp.get().kind(), Optional.of(role.name())));
            }
        }
        return Optional.empty();
    }

    /** The first budget of a worker that nothing is left of. */
    public static Optional<Budget> usedUp(Board board, WorkerRole role) {
        for (Budget budget : board.budgets(Optional.of(role.name()))) {
            if (budget.usedUp(board.spending().of(role.name()).of(budget))) {
                return Optional.of(budget);
            }
        }
        return Optional.empty();
    }

    /** Ends the board because of a budget, the board's own or a worker's. */
    public static void halt(BudgetKind kind, Optional<String> worker, Transcript log) {
        Board board = log.board();
        Budget budget = board.budgets(worker).stream()
                .filter(known -> known.kind() == kind)
                .findFirst()
                .orElseThrow();
        BigDecimal used = worker.map(of -> board.spending().of(of).of(budget)).orElse(used(board, budget, log.time()));
        String whose = worker.map(of -> "Worker \"" + of + "\"'s").orElse("The board's");
        Endings.halt(
                log,
                BoardHalted.Reason.BUDGET_EXHAUSTED,
                worker.map(of -> Spending.name(of, kind)).orElse(kind.word()),
                whose + " budget of " + budget.words(budget.most()) + " is used up: " + budget.words(used)
                        + " so far.");
    }

    /** An invocation was made: only budgets of invocations can have become short. */
    public static void warnOfInvocations(WorkerRole role, Transcript log) {
        warn(log, List.of(role), budget -> budget.kind() == BudgetKind.INVOCATIONS);
    }

    private static void warn(Transcript log, Collection<WorkerRole> roles, Predicate<Budget> which) {
        Board board = log.board();
        for (Budget budget : board.budgets(Optional.empty())) {
            if (which.test(budget)
                    && !board.spending().warned().contains(budget.kind().word())) {
                warn(budget, Optional.empty(), used(board, budget, log.time()), log);
            }
        }
        for (WorkerRole role : roles) {
            for (Budget budget : board.budgets(Optional.of(role.name()))) {
                if (which.test(budget)
                        && !board.spending().warned().contains(Spending.name(role.name(), budget.kind()))) {
                    warn(
                            budget,
                            Optional.of(role.name()),
                            board.spending().of(role.name()).of(budget),
                            log);
                }
            }
        }
    }

    private static void warn(Budget budget, Optional<String> worker, BigDecimal used, Transcript log) {
        if (!budget.runsShort(used)) {
            return;
        }
        String who = worker.map(name -> "Worker \"" + name + "\"").orElse("The board");
        String message = who + " has used " + budget.words(used) + " of " + budget.words(budget.most())
                + ", four fifths of the budget or more.";
        log.append(
                new BudgetWarning(budget.kind(), worker, JsonNumber.of(used), JsonNumber.of(budget.most()), message));
    }

    private static BigDecimal used(Board board, Budget budget, Instant now) {
        return switch (budget.kind()) {
            case INVOCATIONS -> BigDecimal.valueOf(board.spending().invocations());
            case TOKENS -> BigDecimal.valueOf(board.spending().tokens());
            case COST -> board.spending().cost();
            case DURATION -> Budgets.seconds(Duration.between(board.created(), now));
            case STATE_BYTES -> BigDecimal.valueOf(BudgetCheck.bytes(board.state()));
        };
    }
}
