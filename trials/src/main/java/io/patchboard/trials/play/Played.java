package io.patchboard.trials.play;

import java.util.SortedMap;

/**
 * What became of an episode.
 *
 * @param reached whether the game reached its goal, by the game's own word
 * @param steps commands that the game was given
 * @param calls of the model
 * @param refused answers that the system did not take
 * @param tokens of all calls, by component
 */
public record Played(
        boolean reached, Ended ended, int steps, int calls, int refused, SortedMap<String, Tokens> tokens) {

    public long sum() {
        return tokens.values().stream().mapToLong(Tokens::sum).sum();
    }
}
