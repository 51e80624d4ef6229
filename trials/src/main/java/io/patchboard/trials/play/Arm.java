package io.patchboard.trials.play;

/**
 * A system that games are played through.
 *
 * @param name for tables; nobody who plays gets to know it
 * @param meaning for readers of tables
 */
public record Arm(String name, String meaning, Mechanism mechanism) {

    /** How a system has a game played. */
    @FunctionalInterface
    public interface Mechanism {

        /** @throws ModelGoneException if the model cannot be asked */
        Played play(Table table);
    }
}
