package io.patchboard.kernel.circuit;

import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
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

    static Trip board(Detector detector, String message, List<Long> evidence) {
        return new Trip(detector, Scope.BOARD, Optional.empty(), Optional.empty(), message, evidence);
    }
}
