package io.patchboard.kernel.decide.ending;

import io.patchboard.json.JsonNumber;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks at what a board and its workers have used: a warning at four fifths, once for each budget, and an incident when
 * nothing is left.
 *
 * <p>A budget of invocations is missed when one more is wanted; those of tokens, cost, calls of tools and time
 * as soon as they are used up.
 */
public final class BudgetWatch {

    /** What workers say that their answers took. */
    private static final Set<BudgetKind> REPORTED =
            EnumSet.of(BudgetKind.TOKENS, BudgetKind.COST, BudgetKind.TOOL_CALLS);

    private BudgetWatch() {}

    /** Tells a person of what is used up. If the board goes on, warnings that are due are written, too. */
    public static void watch(Transcript log) {
        Board board = log.board();
        for (Budget budget : board.budgets(Optional.empty())) {
            if (log.isOpen() && REPORTED.contains(budget.kind()) && budget.usedUp(used(board, budget, board.time()))) {
                spent(budget.kind(), Optional.empty(), log);
            }
        }
        for (WorkerRole role : board.rules().workers().values()) {
            // Where the circuit policy says what is done, that is done when the worker is wanted again.
            boolean told = board.rules().circuit().onBudget().isEmpty();
            if (told && log.isOpen() && role.catcher().isEmpty()) {
                board.usedUp(role)
                        .filter(budget -> budget.kind() != BudgetKind.INVOCATIONS)
                        .ifPresent(budget -> spent(budget.kind(), Optional.of(role.name()), log));
            }
        }
        if (log.isOpen()) {
            Lookouts.onCost(log);
        }
        if (log.isOpen()) {
            warn(log, board.rules().workers().values(), budget -> true);
        }
    }

    /** Nothing is left of a budget, the board's own or a worker's. */
    public static void spent(BudgetKind kind, Optional<String> worker, Transcript log) {
        Board board = log.board();
        Budget budget = board.budgets(worker).stream()
                .filter(known -> known.kind() == kind)
                .findFirst()
                .orElseThrow();
        BigDecimal used = worker.map(of -> board.spending().of(of).of(budget)).orElse(used(board, budget, log.time()));
        String whose = worker.map(of -> "Worker \"" + of + "\"'s").orElse("The board's");
        Incidents.budget(
                worker.map(of -> Spending.name(of, kind)).orElse(kind.word()),
                worker,
                whose + " budget of " + budget.words(budget.most()) + " is used up: " + budget.words(used) + " so far.",
                log);
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
        String name = worker.map(of -> Spending.name(of, budget.kind()))
                .orElse(budget.kind().word());
        if (!budget.runsShort(used) || log.board().work().waitsFor(BoardHalted.Reason.BUDGET_EXHAUSTED, name)) {
            return;
        }
        String who = worker.map(whose -> "Worker \"" + whose + "\"").orElse("The board");
        String message = who + " has used " + budget.words(used) + " of " + budget.words(budget.most())
                + ", four fifths of the budget or more.";
        log.append(
                new BudgetWarning(budget.kind(), worker, JsonNumber.of(used), JsonNumber.of(budget.most()), message));
    }

    /** How much of one of the board's own budgets is used, in the unit of its kind. */
    public static BigDecimal used(Board board, Budget budget, Instant now) {
        return switch (budget.kind()) {
            case INVOCATIONS -> BigDecimal.valueOf(board.spending().invocations());
            case TOKENS -> BigDecimal.valueOf(board.spending().tokens());
            case COST -> board.spending().cost();
            case TOOL_CALLS -> BigDecimal.valueOf(board.spending().toolCalls());
            case DURATION -> Budgets.seconds(Duration.between(board.created(), now));
            case STATE_BYTES -> BigDecimal.valueOf(board.state().compactBytes());
        };
    }
}
