package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.stage.Authorship;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.Command;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.Stage;
import java.util.Optional;

/** What somebody sent, by its outcome in the log. */
public final class Sent {

    private Sent() {}

    /** Whether an entry is the outcome of something; else it followed on something else, or on time that passed. */
    public static boolean isOutcome(LogEntry entry) {
        return switch (entry.event()) {
            case PatchCommitted committed ->
                committed.held().isEmpty() && committed.repeats().isEmpty();
            case PatchHeld held -> held.replaces().isEmpty();
            case PatchRejected rejected ->
                rejected.stage() != Stage.TIMEOUT && rejected.held().isEmpty();
            case CompensationStarted started -> started.requested().isPresent();
            case BoardCancelled cancelled when cancelled.compensation().isPresent() -> false;
            case CommandOutcome done -> true;
            case Decided decided -> decided.requested().isPresent();
            case BoardRestored restored -> restored.requested().isPresent();
            case CommandRejected rejected -> true;
            default -> false;
        };
    }

    /** Whether a judge who knows what was sent comes to the same rejection. */
    static boolean isAsked(Rejection rejection) {
        return !isUnread(rejection) && !Authorship.isOfAudience(rejection) && !rejection.is(RejectionCode.RECORD_BYTES);
    }

    /** Whether an entry is of a proposal that was refused before anybody judged it. */
    public static boolean isUnread(LogEntry entry) {
        return entry.event() instanceof PatchRejected rejected && isUnread(rejected.rejection());
    }

    private static boolean isUnread(Rejection rejection) {
        return rejection.stage() == Stage.DECODE || rejection.is(RejectionCode.TOO_OLD);
    }

    /** A proposal that was refused unread; what follows hangs on the invocation that it used up. */
    static Optional<Input> unread(LogEntry entry) {
        return entry.event() instanceof PatchRejected rejected && isUnread(rejected.rejection())
                ? Optional.of(new Input.Undecodable(
                        false,
                        new Input.Ids(rejected.proposalId(), rejected.worker(), rejected.invocationId()),
                        rejected.invocationId().isPresent(),
                        rejected.rejection(),
                        rejected.proposal().orElse(Json.nul())))
                : Optional.empty();
    }

    /** Absent if an entry is no outcome of a command, or of one that cannot be judged again. */
    static Optional<Command> command(Board board, LogEntry outcome) {
        if (!(outcome.event() instanceof CommandRejected rejected)) {
            return outcome.event().command(outcome.boardId()).map(command -> expecting(board, command));
        }
        // For what topic one signs, and which queues there are, a kernel alone knows.
        boolean isAsked = isAsked(rejected.rejection())
                && !rejected.rejection().isOfNobody()
                && !rejected.rejection().is(RejectionCode.UNKNOWN_QUEUE);
        if (!isAsked || !(rejected.command().orElse(Json.nul()) instanceof JsonObject echo)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Command.fromJson(echo));
        } catch (FieldException e) {
            return Optional.empty(); // an excerpt, or without its blueprint
        }
    }

    /** What leads back to a version is about the board that it met, which the log repeats only where it was signed. */
    private static Command expecting(Board board, Command command) {
        return command instanceof RestoreBoard restore
                        && restore.header().expectedSequence().isEmpty()
                ? new RestoreBoard(
                        restore.header().expecting(Optional.of(board.sequence())), restore.mark(), restore.former())
                : command;
    }

    static PatchProposal proposal(PatchHeld held, String boardId) {
        PatchProposal sent = new PatchProposal(
                held.proposalId(),
                boardId,
                held.worker(),
                held.invocationId(),
                held.patch(),
                held.usage(),
                Optional.empty(),
                Optional.empty(),
                held.claimedViewHash(),
                held.by());
        return sent.madeOf(held.source()).signed(held.signature());
    }

    /** @throws FieldException if the entry is neither held nor a rejection that repeats the whole of a proposal */
    static PatchProposal proposal(LogEntry entry) {
        if (entry.event() instanceof PatchHeld held) {
            return proposal(held, entry.boardId());
        }
        Json echo = entry.event() instanceof PatchRejected rejected
                ? rejected.proposal().orElse(Json.nul())
                : Json.nul();
        return PatchProposal.fromJson(echo instanceof JsonObject object ? object : JsonObject.EMPTY);
    }
}
