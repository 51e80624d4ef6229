package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Switched;
import io.patchboard.kernel.circuit.Trip;
import io.patchboard.kernel.decide.ending.BudgetWatch;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Replaced;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.Raise;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A worker is wanted whose own budget is used up, and the blueprint's circuit says what is done then (paper, section
 * 3.4: an exhausted worker budget is a signal like a circle). A step after which the worker goes on gives it as much as
 * the blueprint did, once more; one after which it does not holds from then on.
 */
final class SpentBudget {

    private final Consumer<Call> others;
    private final Holding holding;

    /** @param others takes what somebody else is to be invoked for, who waits for his place as anybody */
    SpentBudget(Consumer<Call> others, Holding holding) {
        this.others = others;
        this.holding = holding;
    }

    /** Whether the worker is invoked after all. */
    boolean goesOn(Call call, WorkerRole role, Budget usedUp, Transcript log) {
        CircuitPolicy policy = log.board().rules().circuit();
        BigDecimal used = log.board().spending().of(role.name()).of(usedUp);
        String message = "Expected worker \"" + role.name() + "\" to get by with " + usedUp.words(usedUp.most())
                + ", but it has used " + usedUp.words(used) + ".";
        Trip trip =
                new Trip(Detector.BUDGET, Scope.WORKER, Optional.of(role.name()), Optional.empty(), message, List.of());
        Optional<TripAction> inForce = log.board().circuit().budgetAction(role.name(), policy);
        TripAction chosen = inForce.orElseGet(() -> log.board().circuit().action(trip, role.name(), policy));
        TripAction action = log.board().rules().haltsOnIncident() ? chosen.withoutPerson() : chosen;
        long sequence = inForce.isPresent() ? log.board().sequence() : log.append(tripped(trip, action, role, log));
        return switch (action.kind()) {
            case TIGHTEN -> true;
            case VERIFY -> {
                verify(call, role, action.worker().orElseThrow(), sequence, log);
                yield log.isOpen();
            }
            case SWITCH -> {
                handOver(call, role, inForce.isPresent(), message, log);
                yield false;
            }
            case STOP -> {
                stop(call, role, message, log);
                yield false;
            }
            case INCIDENT -> {
                BudgetWatch.spent(usedUp.kind(), Optional.of(role.name()), log);
                if (log.isOpen()) {
                    holding.hold(call, TriggerHeld.Reason.PERSON);
                }
                yield false;
            }
            case HALT -> {
                Endings.halt(
                        log, BoardHalted.Reason.BUDGET_EXHAUSTED, Spending.name(role.name(), usedUp.kind()), message);
                yield false;
            }
            case RETRY, REPAIR, RESTORE ->
                throw new IllegalStateException("No action for a spent budget: " + action.kind());
        };
    }

    private static CircuitTripped tripped(Trip trip, TripAction action, WorkerRole role, Transcript log) {
        boolean switched = action.kind() == Action.SWITCH
                && action.worker().filter(role.name()::equals).isEmpty();
        boolean goesOn = action.kind() == Action.TIGHTEN || action.kind() == Action.VERIFY;
        return trip.entry(
                action,
                switched ? Optional.of(new Replaced(role.name(), Optional.empty())) : Optional.empty(),
                goesOn ? raised(role, log.board()) : List.of(),
                Optional.empty());
    }

    /** As much as the blueprint gives, once more. */
    private static List<Raise> raised(WorkerRole role, Board board) {
        List<Raise> raised = new ArrayList<>();
        for (Budget now : board.budgets(Optional.of(role.name()))) {
            BigDecimal used = board.spending().of(role.name()).of(now);
            if (now.usedUp(used)) {
                role.budgets().list().stream()
                        .filter(declared -> declared.kind() == now.kind())
                        .forEach(declared -> raised.add(
                                new Raise(Spending.name(role.name(), now.kind()), used.add(declared.most()))));
            }
        }
        return raised;
    }

    private void verify(Call call, WorkerRole role, String verifier, long sequence, Transcript log) {
        if (!log.board().payer(verifier).name().equals(role.name())) {
            Cause cause = new Cause(Cause.Action.VERIFY, sequence);
            Trigger trigger = call.trigger().withAction(Optional.empty());
            others.accept(Call.of(verifier, Optional.of(cause), trigger, 1, List.of(), call.pinned()));
        }
    }

    /** Once only, if the switch was made before: two that have nothing left would hand it to each other for ever. */
    private void handOver(Call call, WorkerRole role, boolean before, String message, Transcript log) {
        Optional<Switched> standIn = log.board()
                .circuit()
                .switches()
                .standIn(role.name(), call.trigger().rule());
        boolean again = before
                && call.cause()
                        .filter(cause -> cause.action() == Cause.Action.SWITCH)
                        .isPresent();
        if (standIn.isEmpty() || again || comesBack(role, call.trigger().rule(), log.board())) {
            stop(call, role, message, log);
            return;
        }
        Cause cause = new Cause(Cause.Action.SWITCH, standIn.get().sequence());
        others.accept(call.handedTo(standIn.get().to(), cause));
    }

    /** Whether it would come back to who hands it over, since nobody on the way has anything left. */
    private static boolean comesBack(WorkerRole role, String rule, Board board) {
        Set<String> seen = new HashSet<>();
        Optional<WorkerRole> next = Optional.of(role);
        while (next.isPresent() && seen.add(next.get().name())) {
            next = board.circuit()
                    .switches()
                    .standIn(next.get().name(), rule)
                    .map(standIn -> board.payer(standIn.to()))
                    .filter(payer -> handsOver(payer, board));
        }
        return next.isPresent();
    }

    private static boolean handsOver(WorkerRole role, Board board) {
        return board.usedUp(role).isPresent()
                && board.circuit()
                        .budgetAction(role.name(), board.rules().circuit())
                        .filter(action -> action.kind() == Action.SWITCH)
                        .isPresent();
    }

    private static void stop(Call call, WorkerRole role, String message, Transcript log) {
        log.append(new BranchStopped(
                call.trigger(), Optional.of(role.name()), BranchStopped.Reason.BUDGET_SPENT, message, call.releases()));
    }
}
