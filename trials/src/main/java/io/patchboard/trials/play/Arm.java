package io.patchboard.trials.play;

/**
 * A system that an experiment's cases are played through.
 *
 * @param name for tables; nobody who plays gets to know it
 * @param meaning for readers of tables
 * @param <T> what an episode is played with, the same for all arms
 */
public record Arm<T>(String name, String meaning, Mechanism<T> mechanism) {

    /** How a system has a case played. */
    @FunctionalInterface
    public interface Mechanism<T> {

        /** @throws ModelGoneException if the model cannot be asked */
        Played play(T table);
    }
}
