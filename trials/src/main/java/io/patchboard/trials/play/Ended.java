package io.patchboard.trials.play;

import java.util.Locale;

/** Why an episode was over. */
public enum Ended {
    /** The goal is reached. */
    REACHED,
    /** All commands that there may be were given. */
    STEPS,
    /** The system took the game for won, or the answer for right, and it is not. */
    BELIEVED,
    /** The system stopped by itself, or asked for a person. */
    STOPPED,
    /** The model was asked as often as it may be. */
    CALLS,
    /** The time is up. */
    TIME;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
