package io.patchboard.trials;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.trials.play.Arm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is played: each game with each seed, by each model, through each arm.
 *
 * @param chosen of the games
 * @param seeds 1, 2, 3, ...; a model that has no use for one is asked as often
 * @param steps commands that a game may be given
 * @param longest how long an episode may take
 * @param concurrency episodes at once
 * @param mostTokens no episode is begun once so many are used
 */
public record Setup(
        Games games,
        List<Games.Listed> chosen,
        int seeds,
        List<Arm> arms,
        List<Player> players,
        int steps,
        Duration longest,
        int concurrency,
        long mostTokens) {

    /** A model, or one of a simulated model's kinds. */
    public record Player(String label, Seat seat) {}

    /** Has a model for an episode. */
    @FunctionalInterface
    public interface Seat {
        LanguageModel of(long seed, String game);
    }

    /**
     * So many games of each type of task, or all where there are fewer. Which ones is drawn from their ids, so that
     * it depends on nobody.
     */
    public static List<Games.Listed> choose(Games games, int perType) {
        Map<String, List<Games.Listed>> types = new TreeMap<>();
        games.all().stream()
                .sorted(Comparator.comparingInt((Games.Listed game) -> game.id().hashCode())
                        .thenComparing(Games.Listed::id))
                .forEach(game -> types.computeIfAbsent(game.type(), none -> new ArrayList<>())
                        .add(game));
        return types.values().stream()
                .flatMap(all -> all.stream().limit(perType))
                .sorted(Comparator.comparing(Games.Listed::id))
                .toList();
    }
}
