package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.circuit.Detectors;
import io.patchboard.kernel.circuit.Trip;
import io.patchboard.kernel.decide.dispatch.Call;
import io.patchboard.kernel.decide.dispatch.Dispatch;
import io.patchboard.kernel.decide.dispatch.Invoker;
import io.patchboard.kernel.decide.ending.Answered;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.ending.Incidents;
import io.patchboard.kernel.decide.ending.Lookouts;
import io.patchboard.kernel.decide.ending.Restorer;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Replaced;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Trigger;
import io.patchboard.record.Word;
import java.util.List;
import java.util.Optional;

/** Asks the detectors after each answer, and does what the blueprint's escalation says when one of them trips. */
final class CircuitBreaker {

    private final Invoker invoker;
    private final Restorer restorer;

    CircuitBreaker(Invoker invoker, Restorer restorer) {
        this.invoker = invoker;
        this.restorer = restorer;
    }

    /** Whether what follows by itself, by rule or policy, still follows. */
    boolean goesOn(Answered answer, Transcript log) {
        boolean goesOn = !answer.hasPlace(log.board().rules()) || isNoCircle(answer, log);
        Lookouts.onAnswer(answer, log);
        return goesOn && log.isOpen();
    }

    /**
     * A person is to look at what may have been done; nobody is asked to do it again before. Who was not asked does not
     * say what became of an action, and goes round in circles as with any other failure.
     */
    private boolean isNoCircle(Answered answer, Transcript log) {
        if (answer.invocation().isPresent() && !Policy.areRepeatable(answer.errors())) {
            return true;
        }
        Board board = log.board();
        CircuitPolicy policy = board.rules().circuit();
        Optional<Trip> found =
                Detectors.detect(board.circuit(), policy, answer.sequence(), answer.worker(), answer.trigger());
        if (found.isEmpty()) {
            return true;
        }
        Trip trip = found.get();
        TripAction chosen = board.circuit().action(trip, answer.worker(), policy);
        TripAction action = board.rules().haltsOnIncident() ? chosen.withoutPerson() : chosen;
        long sequence = log.append(
                trip.entry(action, replaced(trip, action, answer), List.of(), insteadOf(action, answer, board)));
        switch (action.kind()) {
            case RETRY -> {
                return !onceMore(answer, sequence, log);
            }
            case REPAIR -> invite(answer, Cause.Action.REPAIR, action.worker().orElseThrow(), 1, sequence, log);
            case SWITCH -> invite(answer, Cause.Action.SWITCH, action.worker().orElseThrow(), 1, sequence, log);
            case VERIFY -> invite(answer, Cause.Action.VERIFY, action.worker().orElseThrow(), 1, sequence, log);
            case STOP -> stop(answer, trip, log);
            case RESTORE ->
                restorer.restore(action.mark().orElseThrow(), log)
                        .ifPresent(why -> ask(answer, trip, board.circuit(), trip.message() + " " + why, log));
            case INCIDENT -> ask(answer, trip, board.circuit(), trip.message(), log);
            case HALT ->
                Endings.halt(log, BoardHalted.Reason.CIRCUIT, trip.detector().word(), trip.message());
            case TIGHTEN -> {}
        }
        return !action.kind().cutsOff();
    }

    private static void ask(Answered answer, Trip trip, Circuit circuit, String message, Transcript log) {
        Incidents.circuit(
                trip.detector().word(),
                circuit.isSpent(trip)
                        ? NeedsPerson.Holds.BOARD
                        : Word.of(NeedsPerson.Holds.class, trip.scope().word()),
                answer.worker(),
                answer.current(),
                message,
                log);
    }

    /** Of one trigger, and of the board, the rule is meant that the answer was about; of a worker, all of its rules. */
    private static Optional<Replaced> replaced(Trip trip, TripAction action, Answered answer) {
        boolean another = action.worker().filter(answer.worker()::equals).isEmpty();
        if (action.kind() != CircuitTripped.Action.SWITCH || !another) {
            return Optional.empty();
        }
        return trip.scope() == CircuitTripped.Scope.WORKER
                ? Optional.of(new Replaced(answer.worker(), Optional.empty()))
                : answer.trigger().map(trigger -> new Replaced(answer.worker(), Optional.of(trigger.rule())));
    }

    /** What was given up with the answer, and somebody does now. */
    private static Optional<Invite> insteadOf(TripAction action, Answered answer, Board board) {
        boolean handsOver = action.kind().cutsOff() && action.kind().invokes();
        return answer.current()
                .filter(trigger -> handsOver
                        && board.work().abandoned().stream().anyMatch(one -> one.is(answer.worker(), trigger)))
                .map(trigger -> new Invite(answer.worker(), trigger));
    }

    /** Whether one more attempt was needed and made; not where the policy has somebody else for it. */
    private boolean onceMore(Answered answer, long sequence, Transcript log) {
        if (!answer.abandoned()
                || answer.invocation().isEmpty()
                || log.board()
                        .rules()
                        .worker(answer.worker())
                        .orElseThrow()
                        .catcher(answer.errors())
                        .isPresent()) {
            return false;
        }
        long attempt = answer.invocation().get().attempt() + 1;
        invite(answer, Cause.Action.RETRY, answer.worker(), attempt, sequence, log);
        return true;
    }

    /** Nobody is invited to look at what is gone. */
    private void invite(Answered answer, Cause.Action why, String worker, long attempt, long sequence, Transcript log) {
        if (answer.invocation().isPresent() && answer.current().isEmpty()) {
            return;
        }
        // Who looks at what was done, or mends it, does something else than what was done.
        boolean same = why != Cause.Action.VERIFY && !answer.errors().isEmpty();
        Trigger trigger = answer.current()
                .map(current -> same ? current : current.withAction(Optional.empty()))
                .orElse(new Trigger(Rule.CIRCUIT, sequence, Optional.empty()));
        Optional<Long> pinned = answer.invocation()
                .filter(open -> log.board().rules().pins(open.trigger()))
                .map(OpenInvocation::baseVersion);
        Cause cause = new Cause(why, sequence);
        new Dispatch(invoker, log).enter(Call.of(worker, Optional.of(cause), trigger, attempt, List.of(), pinned));
    }

    private static void stop(Answered answer, Trip trip, Transcript log) {
        answer.trigger()
                .ifPresent(trigger -> log.append(new BranchStopped(
                        trigger,
                        Optional.of(answer.worker()),
                        BranchStopped.Reason.CIRCUIT,
                        trip.message(),
                        List.of())));
    }
}
