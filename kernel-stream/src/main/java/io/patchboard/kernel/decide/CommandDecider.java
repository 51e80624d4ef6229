package io.patchboard.kernel.decide;

import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.ChildCommands;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.Parent;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.ResumeBoard;
import java.util.List;
import java.util.Optional;

/** Decides commands. */
final class CommandDecider {

    private final Operators operators;
    private final Creating creating;
    private final Editing editing;
    private final Restoring restoring;
    private final Amending amending;
    private final Approving approving;
    private final FollowUps followUps;

    CommandDecider(
            Limits limits, NewBlueprint blueprint, Operators operators, Approving approving, FollowUps followUps) {
        this.operators = operators;
        this.creating = new Creating(limits, blueprint, operators, followUps);
        this.editing = new Editing(limits, followUps);
        this.restoring = new Restoring(limits, followUps);
        this.amending = new Amending(limits, blueprint, followUps);
        this.approving = approving;
        this.followUps = followUps;
    }

    void decide(Input.Commanded input, Transcript log) {
        Command command = input.command();
        refusal(command, log)
                .ifPresent(why -> log.append(new CommandRejected(
                        Optional.of(command.commandId()),
                        why.rejection(),
                        why.errors(),
                        Optional.of(Repeated.command(input.echo(), why.rejection(), command, log.board())),
                        parent(command))));
    }

    /** Who has to hear of it that a board was not made. */
    static Optional<Parent> parent(Command command) {
        return command instanceof CreateBoard create ? create.parent() : Optional.empty();
    }

    private static List<String> children(Board board) {
        return board.open().keySet().stream().filter(Child::isMadeFor).sorted().toList();
    }

    /** A board that is there governs what is asked of it; else it is the blueprint that it would have. */
    private Optional<Refusal> refusal(Command command, Transcript log) {
        if (log.board().phase() == Phase.ABSENT) {
            return done(command, log);
        }
        return switch (operators.check(command, log.board().rules(), log.work())) {
            case Checked.Refused<Command> refused -> Refusal.of(refused.rejection());
            case Checked.Passed<Command> passed ->
                unexpected(passed.value(), log.board()).or(() -> done(passed.value(), log));
        };
    }

    private Optional<Refusal> done(Command command, Transcript log) {
        return switch (command) {
            case CreateBoard create -> creating.create(create, log);
            case PauseBoard pause -> over(log.board()).or(() -> pause(pause, log));
            case ResumeBoard resume -> over(log.board()).or(() -> resume(resume, log));
            case CancelBoard cancel -> over(cancel, log.board()).or(() -> cancel(cancel, log));
            case ReopenBoard reopen -> absent(log.board()).or(() -> reopen(reopen, log));
            case Decide decide -> over(log.board()).or(() -> decide(decide, log));
            case EditBoard edit -> over(log.board()).or(() -> editing.edit(edit, log));
            case MarkBoard mark -> over(log.board()).or(() -> Marking.mark(mark, log));
            case RestoreBoard restore -> over(log.board()).or(() -> restoring.restore(restore, log));
            case AmendBlueprint amend -> over(log.board()).or(() -> amending.amend(amend, log));
        };
    }

    /** The sender knows a board that is no more. */
    private static Optional<Refusal> unexpected(Command command, Board board) {
        return command.header()
                .expectedSequence()
                .filter(expected -> expected != board.sequence())
                .flatMap(expected -> Refusal.of(
                        RejectionCode.SEQUENCE,
                        "/expectedSequence",
                        "Expected entry " + expected + " to be the last of board " + board.id() + ", but it has "
                                + board.sequence() + " by now. Look again, and ask again if it is still right."));
    }

    private static Optional<Refusal> absent(Board board) {
        return board.phase() == Phase.ABSENT
                ? Refusal.of(
                        RejectionCode.UNKNOWN_BOARD,
                        "/boardId",
                        "Expected the id of a board, but there is no board \"" + board.id() + "\".")
                : Optional.empty();
    }

    /** Who ends a board twice leaves what is not undone as it is; of a parent, once says nothing about that. */
    private static Optional<Refusal> over(CancelBoard cancel, Board board) {
        return isCancelOfParent(cancel.commandId(), board) ? over(board) : ended(board);
    }

    /** Whether a command is sent because the board's parent does not wait for it any more. */
    static boolean isCancelOfParent(String commandId, Board board) {
        return board.present()
                .parent()
                .filter(parent -> commandId.equals(ChildCommands.cancel(parent.invocationId())))
                .isPresent();
    }

    /** There is no board, or it has ended or is about to. */
    private static Optional<Refusal> over(Board board) {
        return ended(board)
                .or(() -> board.phase() == Phase.COMPENSATING
                        ? Refusal.of(
                                RejectionCode.BOARD_ENDED,
                                "/boardId",
                                "Expected a board that is open, but board " + board.id()
                                        + " is compensating: it ends as soon"
                                        + " as what was done is undone. Cancel it to leave the rest as it is.")
                        : Optional.empty());
    }

    private static Optional<Refusal> ended(Board board) {
        return absent(board)
                .or(() -> board.phase().ended()
                        ? Refusal.of(
                                RejectionCode.BOARD_ENDED,
                                "/boardId",
                                "Expected a board that is open, but board " + board.id() + " is "
                                        + board.phase().word() + ".")
                        : Optional.empty());
    }

    private Optional<Refusal> reopen(ReopenBoard command, Transcript log) {
        Optional<Rejection> refused = Reopening.reopen(command, log);
        if (refused.isEmpty()) {
            followUps.goOn(log);
        }
        return refused.flatMap(Refusal::of);
    }

    private Optional<Refusal> decide(Decide command, Transcript log) {
        Optional<Rejection> refused = Deciding.decide(command, approving, log);
        if (refused.isEmpty() && log.isOpen()) {
            followUps.goOn(log);
        }
        return refused.flatMap(Refusal::of);
    }

    private static Optional<Refusal> cancel(CancelBoard command, Transcript log) {
        Endings.cancel(command.header().requested(), log);
        return Optional.empty();
    }

    private static Optional<Refusal> pause(PauseBoard command, Transcript log) {
        if (log.board().phase() == Phase.PAUSED) {
            return wrongPhase(log.board(), RejectionCode.ALREADY_PAUSED, "is paused already");
        }
        log.append(new BoardPaused(command.header().requested(), children(log.board())));
        return Optional.empty();
    }

    private Optional<Refusal> resume(ResumeBoard command, Transcript log) {
        if (log.board().phase() != Phase.PAUSED) {
            return wrongPhase(log.board(), RejectionCode.NOT_PAUSED, "is not paused");
        }
        List<String> children = children(log.board());
        log.append(new BoardResumed(command.header().requested(), children));
        followUps.goOn(log);
        return Optional.empty();
    }

    private static Optional<Refusal> wrongPhase(Board board, RejectionCode code, String what) {
        return Refusal.of(
                code, "/boardId", "Expected a board in the other phase, but board " + board.id() + " " + what + ".");
    }
}
