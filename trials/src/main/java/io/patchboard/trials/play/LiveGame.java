package io.patchboard.trials.play;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.experiments.household.Environment;
import io.patchboard.experiments.household.Step;
import io.patchboard.json.JsonArray;
import java.util.Optional;

/**
 * The game of an episode, as it really is, whatever a board says of it. Its worker answers as the example's
 * environment does; a question that is asked again has the answer that it had.
 */
final class LiveGame {

    private final TextGame game;
    private final int most;
    private JsonArray last = JsonArray.EMPTY;
    private int steps;

    /** @param most so many commands are carried out, and no more */
    LiveGame(Games games, Games.Listed listed, int most) {
        this.game = games.start(listed);
        this.most = most;
    }

    /** @param command what is to be done; empty to look around first */
    JsonArray tell(Optional<String> command, boolean again) {
        if (again || isOver()) {
            return last;
        }
        Step step;
        if (command.isEmpty()) {
            step = new Step("", game.intro());
        } else {
            steps++;
            step = new Step(command.get(), game.step(command.get()).text());
        }
        last = Environment.seen(step, game, steps);
        return last;
    }

    boolean isReached() {
        return game.isDone();
    }

    boolean isOver() {
        return game.isDone() || steps >= most;
    }

    /** Why it goes no further. */
    Ended ended(Team team) {
        if (isReached()) {
            return Ended.REACHED;
        }
        return isOver() ? Ended.STEPS : team.isOutOfTime() ? Ended.TIME : Ended.CALLS;
    }

    int steps() {
        return steps;
    }
}
