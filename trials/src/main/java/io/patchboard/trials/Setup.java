package io.patchboard.trials;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Table;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is played: each case with each seed, by each model, through each arm.
 *
 * @param seed the first of the seeds, which are numbers one after the other
 * @param seeds how many; a model that has no use for one is asked as often
 * @param concurrency episodes at once
 * @param mostTokens no episode is begun once so many are used
 * @param <T> what an episode is played with
 */
public record Setup<T>(
        List<Case<T>> cases,
        long seed,
        int seeds,
        List<Arm<T>> arms,
        List<Player> players,
        int concurrency,
        long mostTokens) {

    /**
     * A game, or a question.
     *
     * @param type cases of each type together count alike
     * @param table what an episode of it is played with, by this model
     */
    public record Case<T>(String id, String type, Function<LanguageModel, T> table) {}

    /** A model, or one of a simulated model's kinds. */
    public record Player(String label, Seat seat) {}

    /** Has a model for an episode. */
    @FunctionalInterface
    public interface Seat {
        LanguageModel of(long seed, String id);
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

    /**
     * Games as cases.
     *
     * @param steps commands that a game may be given
     * @param longest how long an episode may take
     */
    public static List<Case<Table>> cases(
            Games games, List<Games.Listed> chosen, int steps, Duration longest, TokenCounts counts) {
        return chosen.stream()
                .map(game -> new Case<>(
                        game.id(),
                        game.type(),
                        model -> new Table(games, game, model, counts, steps, Clock.systemUTC(), longest)))
                .toList();
    }
}
