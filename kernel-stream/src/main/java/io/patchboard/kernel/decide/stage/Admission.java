package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.text.Spelling;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/** May this worker speak on this board now? An answer needs an invocation that is open, and its own. */
public final class Admission {

    /** Workers that a message names, of all that there are. */
    private static final int MOST_NAMES = 20;

    private Admission() {}

    public static Checked<Admitted> check(
            Board board, PatchProposal proposal, Authorship authorship, History history, Instant time) {
        if (board.phase() == Phase.ABSENT) {
            return refuse(
                    RejectionCode.UNKNOWN_BOARD,
                    "/boardId",
                    "Expected the id of a board, but there is no board \"" + board.id() + "\". Create it first.");
        }
        if (board.phase().ended()) {
            return refuse(
                    RejectionCode.BOARD_ENDED,
                    "/boardId",
                    "Expected a board that is open, but board " + board.id() + " is "
                            + board.phase().word() + ".");
        }
        Optional<WorkerRole> role = board.rules().worker(proposal.worker());
        if (role.isEmpty()) {
            return refuse(
                    RejectionCode.UNKNOWN_WORKER,
                    "/worker",
                    "Expected one of the workers "
                            + known(board) + " of board " + board.id()
                            + ", but got \"" + proposal.worker() + "\"."
                            + Spelling.question(
                                    proposal.worker(),
                                    board.rules().workers().keySet().stream()
                                            .limit(MOST_NAMES)
                                            .toList()));
        }
        // Of the blueprint as it is now: who loses a key loses what he was invited to say with it.
        boolean signs = !role.get().keys().isEmpty();
        Optional<Rejection> unproven = signs ? authorship.refusal(Signatory.of(role.get())) : Optional.empty();
        if (unproven.isPresent()) {
            return Checked.refuse(unproven.get());
        }
        // What nobody has checked does not go into the log as if somebody had.
        PatchProposal proven = signs ? proposal : proposal.signed(Optional.empty());
        if (proposal.invocationId().isEmpty()) {
            return unsolicited(board, proven, role.get());
        }
        return invited(board, proven, role.get(), history, time);
    }

    private static Checked<Admitted> unsolicited(Board board, PatchProposal proposal, WorkerRole role) {
        if (!role.unsolicited()) {
            return refuse(
                    RejectionCode.INVOCATION_REQUIRED,
                    "/invocationId",
                    "Expected the invocationId that worker \"" + role.name() + "\" was given, but got none."
                            + " Only workers with \"unsolicited: true\" may propose without one.");
        }
        if (board.phase() == Phase.PAUSED) {
            return paused(board);
        }
        if (board.phase() == Phase.COMPENSATING) {
            return compensating(board);
        }
        if (board.work().suspends(role.name())) {
            return refuse(
                    RejectionCode.NEEDS_PERSON,
                    "/worker",
                    "Expected a worker that may go on, but worker \"" + role.name() + "\" of board " + board.id()
                            + " has to wait until a person has decided what to do: "
                            + board.work().suspending(role.name()).stream()
                                    .map(Incident::message)
                                    .collect(Collectors.joining(" ")));
        }
        return Checked.pass(new Admitted(board, proposal, role, Optional.empty()));
    }

    private static Checked<Admitted> invited(
            Board board, PatchProposal proposal, WorkerRole role, History history, Instant time) {
        String id = proposal.invocationId().orElseThrow();
        OpenInvocation open = board.open().get(id);
        if (open == null) {
            return switch (history.endOf(id)) {
                case ANSWERED ->
                    refuse(
                            RejectionCode.ALREADY_ANSWERED,
                            "/invocationId",
                            "Expected an open invocation, but this one has had its one answer.");
                case EXPIRED -> expired();
                case SUPERSEDED ->
                    refuse(
                            RejectionCode.SUPERSEDED,
                            "/invocationId",
                            "Expected an open invocation, but an operator has restored the board or amended its blueprint"
                                    + " since; who is needed now was invited anew.");
                case NONE ->
                    board.phase() == Phase.COMPENSATING
                            ? compensating(board)
                            : refuse(
                                    RejectionCode.UNKNOWN_INVOCATION,
                                    "/invocationId",
                                    "Expected an invocation of board " + board.id()
                                            + ", but it has none with this id.");
            };
        }
        if (!open.worker().equals(proposal.worker())) {
            return refuse(
                    RejectionCode.FOREIGN_INVOCATION,
                    "/invocationId",
                    "Expected an invocation of worker \"" + proposal.worker() + "\", but this one is another's.");
        }
        if (board.phase() == Phase.PAUSED) {
            return paused(board);
        }
        if (!time.isBefore(open.deadline())) {
            return expired();
        }
        WorkerRole contract =
                open.given().flatMap(blueprint -> blueprint.worker(role.name())).orElse(role);
        return Checked.pass(new Admitted(board, proposal, contract, Optional.of(open)));
    }

    private static String known(Board board) {
        return board.rules().workers().keySet().stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    }

    private static Checked<Admitted> expired() {
        return refuse(
                RejectionCode.EXPIRED,
                "/invocationId",
                "Expected an answer before the invocation's deadline, but it came later.");
    }

    private static Checked<Admitted> compensating(Board board) {
        return refuse(
                RejectionCode.BOARD_ENDED,
                "/boardId",
                "Expected a board that is open, but board " + board.id()
                        + " is compensating: it ends as soon as what was done is undone, and asks nobody else until then.");
    }

    private static Checked<Admitted> paused(Board board) {
        return refuse(
                RejectionCode.PAUSED,
                "/boardId",
                "Expected a board that is open, but board " + board.id()
                        + " is paused. Its workers are invoked again when it goes on.");
    }

    private static Checked<Admitted> refuse(RejectionCode code, String pointer, String message) {
        return Checked.refuse(code, pointer, message);
    }
}
