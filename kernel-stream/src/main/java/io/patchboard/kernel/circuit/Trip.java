package io.patchboard.kernel.circuit;

import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * What a detector found.
 *
 * @param detector its name, as in blueprints and log entries
 * @param scope {@code trigger}, {@code worker} or {@code board}
 * @param worker whom it is about; absent for the board
 * @param trigger what it is about; present for scope {@code trigger} alone
 * @param message what was counted, against which threshold
 * @param evidence sequences of what was counted, in order
 */
public record Trip(
        String detector,
        String scope,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String message,
        List<Long> evidence) {

    public static final String INVALID_STREAK = "invalidStreak";
    public static final String NO_OP_STREAK = "noOpStreak";
    public static final String SAME_REJECTION = "sameRejection";
    public static final String REPEATED_STATE = "repeatedState";
    public static final String CYCLE = "cycle";

    static final String TRIGGER = "trigger";
    static final String WORKER = "worker";
    static final String BOARD = "board";

    static Trip board(String detector, String message, List<Long> evidence) {
        return new Trip(detector, BOARD, Optional.empty(), Optional.empty(), message, evidence);
    }

    /** Whether it is about missing progress, and not about rejections. */
    public static boolean isAboutProgress(String detector) {
        return !detector.equals(INVALID_STREAK) && !detector.equals(SAME_REJECTION);
    }
}
