package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Replaced;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.Raise;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * What a detector found.
 *
 * @param detector that found it
 * @param scope how much of the board it is about
 * @param worker whom it is about; absent for the board
 * @param trigger what it is about; present for scope {@code trigger} alone
 * @param message what was counted, against which threshold
 * @param evidence sequences of what was counted, in order
 */
public record Trip(
        Detector detector,
        Scope scope,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String message,
        List<Long> evidence) {

    /** As the log says it. */
    public CircuitTripped entry(
            TripAction action, Optional<Replaced> replaced, List<Raise> raised, Optional<Invite> insteadOf) {
        return new CircuitTripped(
                detector,
                scope,
                worker,
                trigger,
                action.kind(),
                action.worker(),
                action.kind() == Action.TIGHTEN ? Optional.of((long) action.percent()) : Optional.empty(),
                message,
                evidence,
                replaced,
                raised,
                insteadOf);
    }

    /** What is about the board as a whole. */
    public static Trip board(Detector detector, String message, List<Long> evidence) {
        return new Trip(detector, Scope.BOARD, Optional.empty(), Optional.empty(), message, evidence);
    }
}
