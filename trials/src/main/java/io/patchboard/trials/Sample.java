package io.patchboard.trials;

import io.patchboard.experiments.stats.Bootstrap;
import io.patchboard.experiments.stats.Interval;
import io.patchboard.experiments.stats.Wilson;
import io.patchboard.trials.play.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Episodes of one arm. Each type of task counts alike, however many games of it there are. What is resampled are
 * games, each with all of its seeds, because two seeds of one game are no two games.
 */
final class Sample {

    /** What all intervals are drawn from. */
    private static final long SEED = 1;

    /** A game with the episodes that were played of it. */
    private record Case(String type, List<Episode> episodes) {

        double mean(ToDoubleFunction<Episode> figure) {
            return episodes.stream().mapToDouble(figure).average().orElseThrow();
        }
    }

    private final List<Case> cases;
    private final double[] weights;

    private Sample(List<Case> cases) {
        this.cases = cases;
        Map<String, Integer> types = new HashMap<>();
        cases.forEach(each -> types.merge(each.type(), 1, Integer::sum));
        this.weights = cases.stream()
                .mapToDouble(each -> 1.0 / types.size() / types.get(each.type()))
                .toArray();
    }

    /** @param episodes of one arm and one model, at least one */
    static Sample of(List<Episode> episodes) {
        SortedMap<String, List<Episode>> games = new TreeMap<>();
        episodes.forEach(episode -> games.computeIfAbsent(episode.key().game(), none -> new ArrayList<>())
                .add(episode));
        return new Sample(games.values().stream()
                .map(played -> new Case(played.getFirst().type(), played))
                .toList());
    }

    /** The episodes that another sample has, too: of the same games with the same seeds. */
    static List<Episode> matched(List<Episode> episodes, List<Episode> others) {
        SortedSet<String> there = new TreeSet<>();
        others.forEach(other -> there.add(match(other)));
        return episodes.stream().filter(each -> there.contains(match(each))).toList();
    }

    private static String match(Episode episode) {
        return episode.key().seed() + " " + episode.key().game();
    }

    int episodes() {
        return cases.stream().mapToInt(each -> each.episodes().size()).sum();
    }

    double mean(ToDoubleFunction<Episode> figure) {
        return weighted(values(figure), everyCase());
    }

    /**
     * How many of the episodes succeed. Where types are of different sizes, Wilson's interval is that of as many
     * episodes as would be as sure if they counted alike (Kish's effective size).
     */
    Interval success() {
        double share = mean(Sample::success);
        double squares = 0;
        for (int i = 0; i < weights.length; i++) {
            squares += weights[i] * weights[i] / cases.get(i).episodes().size();
        }
        int size = Math.max(1, (int) Math.round(1 / squares));
        Wilson wilson = Wilson.of((int) Math.round(share * size), size);
        return new Interval(share, Math.min(share, wilson.low()), Math.max(share, wilson.high()));
    }

    Interval mean95(ToDoubleFunction<Episode> figure) {
        double[] values = values(figure);
        return Bootstrap.of(cases.size(), SEED, drawn -> weighted(values, drawn));
    }

    /** Mean tokens by the share of successes, as the paper has it; infinite where nothing succeeds. */
    Interval tokensPerSuccess() {
        return ratio(Sample::tokens, Sample::success);
    }

    /** NaN where there is nothing that it could be a rate in. */
    Interval rate(Measure measure) {
        return ratio(count(measure.part()), count(measure.whole()));
    }

    private Interval ratio(ToDoubleFunction<Episode> part, ToDoubleFunction<Episode> whole) {
        double[] parts = values(part);
        double[] wholes = values(whole);
        return Bootstrap.of(cases.size(), SEED, drawn -> weighted(parts, drawn) / weighted(wholes, drawn));
    }

    /** How much higher this one's rate is than that of another one, of the same cases and seeds. */
    Interval rateAbove(Sample other, Measure measure) {
        double[] ours = values(count(measure.part()));
        double[] ourWhole = values(count(measure.whole()));
        double[] theirs = other.values(count(measure.part()));
        double[] theirWhole = other.values(count(measure.whole()));
        return Bootstrap.of(
                cases.size(),
                SEED,
                drawn -> weighted(ours, drawn) / weighted(ourWhole, drawn)
                        - weighted(theirs, drawn) / weighted(theirWhole, drawn));
    }

    private static ToDoubleFunction<Episode> count(String name) {
        return episode -> episode.played().counts().getOrDefault(name, 0.0);
    }

    /** How much higher this one's share of successes is than that of another one, of the same games and seeds. */
    Interval successAbove(Sample other) {
        double[] ours = values(Sample::success);
        double[] theirs = other.values(Sample::success);
        return Bootstrap.of(cases.size(), SEED, drawn -> weighted(ours, drawn) - weighted(theirs, drawn));
    }

    static double success(Episode episode) {
        return episode.played().reached() ? 1 : 0;
    }

    static double tokens(Episode episode) {
        return episode.played().sum();
    }

    private double[] values(ToDoubleFunction<Episode> figure) {
        return cases.stream().mapToDouble(each -> each.mean(figure)).toArray();
    }

    private double weighted(double[] values, int[] drawn) {
        double sum = 0;
        double weight = 0;
        for (int i : drawn) {
            sum += weights[i] * values[i];
            weight += weights[i];
        }
        return sum / weight;
    }

    private int[] everyCase() {
        int[] all = new int[cases.size()];
        Arrays.setAll(all, i -> i);
        return all;
    }
}
