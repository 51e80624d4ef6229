package io.patchboard.trials.play;

import java.util.Collections;
import java.util.SortedMap;

/**
 * What became of an episode.
 *
 * @param reached whether the game reached its goal, by the game's own word; whether the answer is right
 * @param steps commands that the game was given; where there is no game, updates of the board
 * @param calls of the model
 * @param refused answers that the system did not take
 * @param tokens of all calls, by component
 * @param counts what {@link Measure measures} are made of, by name; none of a game
 */
public record Played(
        boolean reached,
        Ended ended,
        int steps,
        int calls,
        int refused,
        SortedMap<String, Tokens> tokens,
        SortedMap<String, Double> counts) {

    /** Of a game. */
    public Played(boolean reached, Ended ended, int steps, int calls, int refused, SortedMap<String, Tokens> tokens) {
        this(reached, ended, steps, calls, refused, tokens, Collections.emptySortedMap());
    }

    public long sum() {
        return tokens.values().stream().mapToLong(Tokens::sum).sum();
    }
}
