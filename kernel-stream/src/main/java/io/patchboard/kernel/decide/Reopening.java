package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.TriggerHeld;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lets a board go on that was halted or cancelled. Who was at work, was to be, or had spent his attempts is invited
 * again, as for the first time; what waited for something waits on; rules do not fire again.
 */
final class Reopening {

    /** As much as a blueprint may say of a cost, which is the largest of its numbers. */
    private static final BigDecimal MOST = new BigDecimal("1000000000000000");

    private Reopening() {}

    /** Why it is not done; absent if it was. */
    static Optional<Rejection> reopen(ReopenBoard command, Transcript log) {
        Board board = log.board();
        Optional<Rejection> refused = refusal(board).or(() -> refusal(command.raised(), bounds(board)));
        if (refused.isPresent()) {
            return refused;
        }
        List<HeldTrigger> held = board.held();
        log.append(new BoardReopened(
                command.commandId(),
                command.reason(),
                command.raised(),
                board.work().abandoned().stream()
                        .map(one -> new BoardReopened.Invite(one.worker(), one.trigger()))
                        .toList()));
        for (HeldTrigger match : held) {
            log.append(new TriggerHeld(
                    match.trigger(),
                    match.worker(),
                    match.reason(),
                    match.key(),
                    match.part(),
                    match.due(),
                    List.of()));
        }
        return Optional.empty();
    }

    private static Optional<Rejection> refusal(Board board) {
        boolean ended = board.phase() == Phase.HALTED || board.phase() == Phase.CANCELLED;
        if (ended && board.rules().reopens()) {
            return Optional.empty();
        }
        return Optional.of(Rejection.of(
                RejectionCode.NOT_REOPENABLE,
                "/boardId",
                ended
                        ? "Expected a board that may be reopened, but the blueprint of board " + board.id()
                                + " forbids it (reopen: false)."
                        : "Expected a board that was halted or cancelled, but board " + board.id() + " is "
                                + board.phase().word() + "."));
    }

    private static Optional<Rejection> refusal(List<Raise> raised, Map<String, BigDecimal> bounds) {
        for (int i = 0; i < raised.size(); i++) {
            Raise raise = raised.get(i);
            BigDecimal now = bounds.get(raise.budget());
            if (now == null || raise.most().compareTo(now) <= 0 || raise.most().compareTo(MOST) > 0) {
                return Optional.of(Rejection.of(
                        RejectionCode.NOT_RAISED,
                        "/raised/" + i,
                        now == null
                                ? "Expected one of the budgets that this board has, " + bounds.keySet() + ", but got \""
                                        + raise.budget() + "\"."
                                : "Expected more than the " + now.toPlainString() + " of budget \"" + raise.budget()
                                        + "\" now, and at most " + MOST + ", but got " + raise.most() + "."));
            }
        }
        return Optional.empty();
    }

    /** Of all budgets that can end a board, by their names. */
    private static SortedMap<String, BigDecimal> bounds(Board board) {
        SortedMap<String, BigDecimal> bounds = new TreeMap<>();
        for (Budget budget : board.budgets(Optional.empty())) {
            if (budget.kind() != BudgetKind.STATE_BYTES) {
                bounds.put(budget.kind().word(), budget.most());
            }
        }
        for (WorkerRole role : board.rules().workers().values()) {
            for (Budget budget : board.budgets(Optional.of(role.name()))) {
                bounds.put(Spending.name(role.name(), budget.kind()), budget.most());
            }
        }
        return bounds;
    }
}
