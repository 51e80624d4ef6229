package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Incident;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.NeedsPerson.Holds;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Trigger;
import io.patchboard.record.Word;
import io.patchboard.text.Spelling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A person decides what a board waits for: once, and in one of the ways that the board has offered. */
final class Deciding {

    private Deciding() {}

    /** Why it is not done; absent if it was. */
    static Optional<Rejection> decide(Decide command, Approving approving, Transcript log) {
        Board board = log.board();
        List<Incident> open = board.work().incidents().stream()
                .filter(known -> command.item().isEmpty() || command.item().get() == known.sequence())
                .toList();
        if (open.size() != 1) {
            return Optional.of(notWaiting(command, board));
        }
        Incident incident = open.get(0);
        if (incident.gate().isPresent()) {
            return approving.decide(command, incident, incident.gate().get(), log);
        }
        Optional<Rejection> refused = refusal(command, incident, board, log.boardTime());
        if (refused.isPresent()) {
            return refused;
        }
        log.append(new Decided(
                command.header().requested(),
                incident.sequence(),
                command.option(),
                command.worker(),
                command.raised(),
                invites(command, incident, board)));
        if (command.option() == Option.HALT) {
            Endings.halt(log, incident.reason(), incident.detail(), incident.message());
        }
        return Optional.empty();
    }

    private static Rejection notWaiting(Decide command, Board board) {
        List<Incident> all = board.work().incidents();
        String those = all.isEmpty()
                ? "waits for nobody."
                : "waits for these decisions: "
                        + all.stream()
                                .map(one -> "#" + one.sequence() + " ("
                                        + one.reason().word() + ")")
                                .collect(Collectors.joining(", "))
                        + ".";
        return Rejection.of(
                RejectionCode.NOT_WAITING,
                "/item",
                "Expected "
                        + command.item()
                                .map(item -> "what board " + board.id() + " waits for, but #" + item
                                        + " is not, or no more, to be decided. It ")
                                .orElse("the one thing that a board waits for, but board " + board.id() + " ")
                        + those);
    }

    private static Optional<Rejection> refusal(Decide command, Incident incident, Board board, Instant now) {
        Option option = command.option();
        if (!incident.options().contains(option)) {
            return refuse(
                    "/option",
                    "Expected one of "
                            + incident.options().stream().map(Word::word).toList() + " for incident #"
                            + incident.sequence() + " (" + incident.reason().word() + "), but got \"" + option.word()
                            + "\".");
        }
        if (command.worker().isPresent() != (option == Option.WORKER)
                || command.worker()
                        .filter(name -> board.rules().worker(name).isEmpty())
                        .isPresent()) {
            return refuse(
                    "/worker",
                    "Expected one of the workers " + board.rules().workers().keySet()
                            + " for option \"worker\", and none for another, but got "
                            + command.worker().map(name -> "\"" + name + "\"").orElse("none") + "."
                            + command.worker()
                                    .map(name -> Spelling.question(
                                            name, board.rules().workers().keySet()))
                                    .orElse(""));
        }
        if (command.raised().isEmpty() == (option == Option.RAISE)) {
            return refuse(
                    "/raised",
                    "Expected the budgets to raise for option \"raise\", and none for another, but got "
                            + command.raised().size() + ".");
        }
        boolean missesPoint = option == Option.RAISE
                && command.raised().stream().map(Raise::budget).noneMatch(incident.detail()::equals);
        return missesPoint
                ? refuse(
                        "/raised",
                        "Expected a larger bound for the budget \"" + incident.detail()
                                + "\", which is used up, but got one for "
                                + command.raised().stream().map(Raise::budget).toList() + "."
                                + Spelling.question(command.raised().get(0).budget(), List.of(incident.detail())))
                : Raises.refusal(command.raised(), board, now);
    }

    private static Optional<Rejection> refuse(String pointer, String message) {
        return Optional.of(Rejection.of(RejectionCode.OPTION, pointer, message));
    }

    private static List<Invite> invites(Decide command, Incident incident, Board board) {
        return switch (command.option()) {
            case SKIP, RESUME, RAISE, HALT, APPROVE, REJECT, MODIFY, ESCALATE -> List.of();
            case RETRY ->
                board.work().givenUp(incident).stream()
                        .map(one -> new Invite(one.worker(), one.trigger()))
                        .toList();
            case WORKER -> handedOver(command.worker().orElseThrow(), incident, board);
        };
    }

    /** Where nothing in particular was given up, the other worker is invited to look at the board. */
    private static List<Invite> handedOver(String other, Incident incident, Board board) {
        List<Trigger> triggers = new ArrayList<>(
                board.work().givenUp(incident).stream().map(Abandoned::trigger).toList());
        if (incident.holds() == Holds.WORKER) {
            board.waiting().stream()
                    .filter(next -> waitsFor(incident, next.worker(), board))
                    .forEach(next -> triggers.add(next.trigger()));
            board.held().stream()
                    .filter(match -> match.worker()
                            .filter(worker -> waitsFor(incident, worker, board))
                            .isPresent())
                    .map(HeldTrigger::trigger)
                    .forEach(triggers::add);
        }
        if (triggers.isEmpty()) {
            triggers.add(new Trigger(Rule.CIRCUIT, incident.sequence(), Optional.empty()));
        }
        return triggers.stream()
                .distinct()
                .map(trigger -> new Invite(other, trigger))
                .toList();
    }

    /** Whether it is the incident's worker that would be invited, be it in another one's place. */
    private static boolean waitsFor(Incident incident, String worker, Board board) {
        return incident.isOf(worker) || incident.isOf(board.payer(worker).name());
    }
}
