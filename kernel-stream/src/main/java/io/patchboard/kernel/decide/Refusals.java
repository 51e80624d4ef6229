package io.patchboard.kernel.decide;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.ending.NoRoomException;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.OverWorkException;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Refuses what would take more work than one record may bring about. Nothing of it was done: what is decided here
 * begins with the board as it was, and has the work that was kept for it. So is what would leave more to be done than
 * a board can hold.
 *
 * <p>A rejected answer has consequences, too. Where not even they can be afforded, or where it is time that cannot
 * pass, trying again would come to the same for ever, so the board is halted.
 */
final class Refusals {

    private final Applier applier;
    private final ProposalDecider proposals;

    Refusals(Applier applier, ProposalDecider proposals) {
        this.applier = applier;
        this.proposals = proposals;
    }

    Decision refuse(Board board, Input input, OverWorkException why, Work before, Instant inputTime) {
        return refuse(board, input, RejectionCode.COST, BoardHalted.Limit.WORK, why.getMessage(), before, inputTime);
    }

    /** Refuses what would leave more to be done than a board can hold. */
    Decision refuse(Board board, Input input, NoRoomException why, Work before, Instant inputTime) {
        return refuse(board, input, why.code(), why.limit(), why.getMessage(), before, inputTime);
    }

    private Decision refuse(
            Board board,
            Input input,
            RejectionCode code,
            BoardHalted.Limit limit,
            String why,
            Work before,
            Instant inputTime) {
        Rejection rejection = Rejection.of(code, "", why);
        Work work = new Work(Work.RESERVE / 2);
        Transcript log = new Transcript(applier, board, inputTime, work);
        try {
            reject(input, rejection, limit, log);
            return log.decision(before.done());
        } catch (OverWorkException e) {
            return halted(board, input, rejection, BoardHalted.Limit.WORK, e, before.done() + work.done(), inputTime);
        } catch (NoRoomException e) {
            return halted(board, input, rejection, e.limit(), e, before.done() + work.done(), inputTime);
        }
    }

    /** @param why not even its refusal could be done, by a limit that may be another */
    private Decision halted(
            Board board,
            Input input,
            Rejection rejection,
            BoardHalted.Limit limit,
            RuntimeException why,
            long before,
            Instant inputTime) {
        Transcript last = new Transcript(applier, board, inputTime, new Work(Work.RESERVE / 2));
        try {
            halt(input, rejection, limit, why.getMessage(), last);
            return last.decision(before);
        } catch (OverWorkException e) {
            if (limit == BoardHalted.Limit.WORK) {
                throw e;
            }
            // To withdraw what gates hold takes work; at the limit of work nothing is withdrawn.
            return halted(board, input, rejection, BoardHalted.Limit.WORK, e, before, inputTime);
        }
    }

    private void reject(Input input, Rejection rejection, BoardHalted.Limit limit, Transcript log) {
        if (input instanceof Input.Proposed proposed) {
            proposals.refuse(proposed, rejection, log);
        } else if (input instanceof Input.Commanded commanded) {
            log.append(new CommandRejected(
                    Optional.of(commanded.command().commandId()),
                    rejection,
                    List.of(),
                    Optional.of(Repeated.command(commanded.echo(), rejection, commanded.command(), log.board())),
                    CommandDecider.parent(commanded.command())));
        } else if (input instanceof Input.Undecodable undecodable) {
            Decider.reject(undecodable, proposals, log);
        } else {
            Endings.exhausted(log, limit, rejection.message());
        }
    }

    private void halt(Input input, Rejection rejection, BoardHalted.Limit limit, String why, Transcript log) {
        if (input instanceof Input.Proposed proposed) {
            Decider.reject(
                    new Input.Undecodable(false, Input.Ids.of(proposed.proposal()), false, rejection, proposed.echo()),
                    proposals,
                    log);
        }
        if (log.board().phase() == Phase.OPEN) {
            Endings.exhausted(log, limit, why);
        }
    }
}
