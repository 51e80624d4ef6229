package io.patchboard.trials.play;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.trials.model.TokenCounts;
import java.time.Clock;
import java.time.Duration;

/**
 * What an episode is played with, the same for all arms.
 *
 * @param steps commands at most
 * @param longest how long an episode may take
 */
public record Table(
        Games games,
        Games.Listed game,
        LanguageModel model,
        TokenCounts counts,
        int steps,
        Clock clock,
        Duration longest) {

    /** Invitations of all roles together, the environment's included, as the example's blueprint has it. */
    static final int MOST_CALLS = 300;
}
