package io.patchboard.kernel.decide;

import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.TriggerHeld;
import java.util.List;
import java.util.Optional;

/**
 * Lets a board go on that was halted or cancelled. Who was at work, was to be, or had spent his attempts is invited
 * again, as for the first time; what waited for something waits on; rules do not fire again.
 */
final class Reopening {

    private Reopening() {}

    /** Why it is not done; absent if it was. */
    static Optional<Rejection> reopen(ReopenBoard command, Transcript log) {
        Board board = log.board();
        Optional<Rejection> refused = refusal(board).or(() -> Raises.refusal(command.raised(), board, log.time()));
        if (refused.isPresent()) {
            return refused;
        }
        List<HeldTrigger> held = board.held();
        log.append(new BoardReopened(
                command.header().requested(),
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
        boolean undone = board.memory().compensations().started().isPresent();
        if (ended && undone) {
            return Optional.of(Rejection.of(
                    RejectionCode.NOT_REOPENABLE,
                    "/boardId",
                    "Expected a board whose work still counts, but what was done on board " + board.id()
                            + " was undone before it ended. Fork it to begin again from what it was."));
        }
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
}
