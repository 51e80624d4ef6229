package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.AsCommitted;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.OverWorkException;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks the verdicts of a log again: the kernel's own judge, about each proposal or command and the board that it met,
 * in the time of the entry. Nothing is written, and no worker is called.
 *
 * <p>Not asked are verdicts on what was neither (stage {@code DECODE}), on what is older than memory, on what the log
 * has only an excerpt of or was signed for another topic, on what did not fit into Kafka's records, on commands that
 * nobody had signed who may, on those that were rejected with their blueprint, which no log has, and on blueprints and
 * cancellations that kernels of before took and this one refuses.
 */
public final class Review {

    /** Ids of invocations that will never be made may be guessed by anyone. */
    private static final byte[] NO_SECRET = new byte[16];

    private final Judge judge;
    private final Decider decider;

    public Review(Limits limits, Blueprints blueprints) {
        this(limits, blueprints, (worker, attempt) -> Optional.empty());
    }

    /**
     * @param ids of the invocations that there were; what is drawn from an id is drawn again, as pauses before retries
     *     are
     */
    public Review(Limits limits, Blueprints blueprints, InvocationIds.Given ids) {
        this.judge = new Judge(limits, Optional.empty());
        this.decider = new Decider(limits, blueprints, new InvocationIds(NO_SECRET, ids), queue -> true);
    }

    /**
     * What becomes of the proposal whose outcome an entry is.
     *
     * @param board as it was before the entry, or with other rules
     * @param history how the board's invocations ended until then
     * @return absent if the entry is no verdict, or one that cannot be asked again
     */
    public Optional<Verdict> verdict(Board board, LogEntry entry, History history) {
        return switch (entry.event()) {
            // Nobody has sent it: it follows from what was.
            case PatchCommitted committed when committed.repeats().isPresent() -> Optional.empty();
            case PatchCommitted committed ->
                again(board, committed, history, entry.header().time());
            case PatchHeld held
            when held.replaces().isEmpty() -> again(board, Sent.proposal(held, board.id()), entry, history);
            case PatchRejected rejected when rejected.stage() == Stage.TIMEOUT -> late(board, rejected, entry);
            case PatchRejected rejected when isAsked(rejected) -> again(board, entry, rejected, history);
            default -> Optional.empty();
        };
    }

    private static boolean isAsked(PatchRejected rejected) {
        return rejected.held().isEmpty() && Sent.isAsked(rejected.rejection());
    }

    /**
     * What becomes of the command whose outcome an entry is, by the first entry that follows on it.
     *
     * @param board as it was before the entry
     * @param history how the board's invocations ended until then
     * @return absent if the entry is no outcome of a command, or of one that cannot be asked again
     */
    public Optional<Verdict> commandVerdict(Board board, LogEntry entry, History history) {
        return Sent.command(board, entry)
                .map(command -> decide(
                        board,
                        new Input.Commanded(command, Json.nul()),
                        history,
                        entry.header().time()))
                .flatMap(decision -> decision.entries().stream().findFirst())
                .flatMap(Verdict::ofCommand)
                .filter(found -> found.rejection()
                        .filter(why -> why.is(RejectionCode.BLUEPRINT) || cutOff(board, entry))
                        .isEmpty());
    }

    /** Kernels of before let a parent end a board that undid what it had done. */
    private static boolean cutOff(Board board, LogEntry entry) {
        return board.phase() == Phase.COMPENSATING
                && entry.event() instanceof BoardCancelled cancelled
                && CommandDecider.isCancelOfParent(cancelled.requested().commandId(), board);
    }

    private Optional<Verdict> again(Board board, PatchCommitted committed, History history, Instant time) {
        Work work = new Work(Work.LIMIT - Work.RESERVE);
        try {
            Verdict verdict = verdict(judge.judgeAgain(board, committed, History.ofEnds(history::endOf), time, work));
            return Optional.of(verdict)
                    .filter(found -> found.rejection()
                            .filter(why -> AsCommitted.isUncertain(board, committed, why))
                            .isEmpty());
        } catch (OverWorkException e) {
            // What was sent was a little other, and may just have been affordable.
            return Optional.empty();
        }
    }

    private Optional<Verdict> again(Board board, LogEntry entry, PatchRejected rejected, History history) {
        PatchProposal proposal;
        try {
            proposal = Sent.proposal(entry);
        } catch (FieldException e) {
            return Optional.empty();
        }
        if (!hangsOnWhatFollows(rejected.rejection())) {
            return again(board, proposal, entry, history);
        }
        return Verdict.of(decider.decideAgain(board, entry, history).entries().get(0));
    }

    /** What it costs, and who is to be invited for it, is known only with all that follows. */
    private static boolean hangsOnWhatFollows(Rejection rejection) {
        return rejection.is(RejectionCode.COST)
                || rejection.is(RejectionCode.HELD_TRIGGERS)
                || rejection.is(RejectionCode.OPEN_INVOCATIONS)
                || rejection.is(RejectionCode.ACTIONS);
    }

    private Optional<Verdict> again(Board board, PatchProposal proposal, LogEntry entry, History history) {
        Work work = new Work(Work.LIMIT - Work.RESERVE);
        try {
            return Optional.of(verdict(judge.judge(
                    board,
                    proposal,
                    History.ofEnds(history::endOf),
                    entry.header().time(),
                    work)));
        } catch (OverWorkException e) {
            return Optional.of(Verdict.rejected(Rejection.of(RejectionCode.COST, "", String.valueOf(e.getMessage()))));
        }
    }

    private static Verdict verdict(Judge.Judged judged) {
        if (judged.checked() instanceof Checked.Refused<Candidate> refused) {
            return Verdict.rejected(refused.rejection());
        }
        return judged.gate().isPresent() ? Verdict.HELD : Verdict.COMMITTED;
    }

    /** Nobody sent that an invocation was not answered in time; the entry's time and the deadline say it. */
    private static Optional<Verdict> late(Board board, PatchRejected rejected, LogEntry entry) {
        Optional<OpenInvocation> open =
                rejected.invocationId().map(id -> board.open().get(id));
        boolean isLate = open.filter(late -> !entry.header().time().isBefore(late.deadline()))
                .isPresent();
        return Optional.of(isLate ? Verdict.rejected(rejected.rejection()) : Verdict.NONE);
    }

    /**
     * As {@link Decider#decideAgain}.
     *
     * @throws FieldException if the entry does not have the proposal
     */
    public Decision decide(Board board, LogEntry outcome, History history) {
        return decider.decideAgain(board, outcome, history);
    }

    /** What would follow if a board that was created were created now, with a blueprint. */
    public Decision create(Board before, BoardCreated created, Json blueprint, Instant time) {
        CreateBoard command = new CreateBoard(
                CommandHeader.again(before.id(), created.requested()),
                blueprint,
                created.input(),
                created.usage(),
                created.labels(),
                created.origin().map(origin -> new CreateBoard.Fork(origin, created.state())),
                created.source(),
                created.parent(),
                created.marked());
        return decider.decide(before, new Input.Commanded(command, Json.nul()), History.NONE, time);
    }

    /** What follows on a command, or on time that passes. */
    public Decision decide(Board board, Input input, History history, Instant time) {
        return decider.decide(board, input, History.ofEnds(history::endOf), time);
    }

    /**
     * What follows on what somebody sent, by its outcome in the log.
     *
     * @param board as it was before the entry
     * @param history how the board's invocations ended until then
     * @return absent if the log does not have what was sent, or nobody sent anything
     */
    public Optional<Decision> decideAgain(Board board, LogEntry entry, History history) {
        if (isProposal(entry)) {
            return Optional.of(decide(board, entry, history));
        }
        return Sent.command(board, entry)
                .<Input>map(command -> new Input.Commanded(command, Json.nul()))
                .or(() -> Sent.unread(entry))
                .map(input -> decide(board, input, history, entry.header().time()));
    }

    /** Whether an entry is a verdict on a proposal of which the log has enough to {@linkplain #decide decide} again. */
    public boolean isProposal(LogEntry entry) {
        if (entry.event() instanceof PatchRejected rejected) {
            return rejected.stage() != Stage.TIMEOUT && isAsked(rejected) && sentWhole(entry);
        }
        return entry.event() instanceof PatchCommitted
                || entry.event() instanceof PatchHeld held && held.replaces().isEmpty();
    }

    private static boolean sentWhole(LogEntry entry) {
        try {
            Sent.proposal(entry);
            return true;
        } catch (FieldException e) {
            return false;
        }
    }
}
