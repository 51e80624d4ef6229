package io.patchboard.trials;

import io.patchboard.experiments.stats.Interval;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.play.Tokens;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What came of one arm.
 *
 * @param success share of episodes that reach the goal
 * @param steps commands, of all episodes
 * @param tokens of an episode
 * @param perSuccess tokens for each success
 * @param aboveFirst how much more succeeds than in the first arm, of the same games and seeds; absent for that one
 * @param components mean tokens of an episode by who used them
 * @param ends how many episodes ended why
 */
public record Row(
        String arm,
        int episodes,
        Interval success,
        Interval steps,
        Interval tokens,
        Interval perSuccess,
        Optional<Interval> aboveFirst,
        SortedMap<String, Double> components,
        SortedMap<String, Integer> ends) {

    /** @param first of the arm that the others are held against; the same list for that one itself */
    static Row of(String arm, List<Episode> episodes, List<Episode> first) {
        Sample sample = Sample.of(episodes);
        List<Episode> pairs = Sample.matched(episodes, first);
        Optional<Interval> above = episodes.equals(first) || pairs.isEmpty()
                ? Optional.empty()
                : Optional.of(Sample.of(pairs).successAbove(Sample.of(Sample.matched(first, pairs))));
        SortedMap<String, Double> components = new TreeMap<>();
        SortedMap<String, Integer> ends = new TreeMap<>();
        episodes.forEach(episode -> {
            ends.merge(episode.played().ended().word(), 1, Integer::sum);
            episode.played().tokens().keySet().forEach(component -> components.put(component, 0.0));
        });
        components.replaceAll((component, none) -> sample.mean(episode ->
                episode.played().tokens().getOrDefault(component, Tokens.NONE).sum()));
        return new Row(
                arm,
                sample.episodes(),
                sample.success(),
                sample.mean95(episode -> episode.played().steps()),
                sample.mean95(Sample::tokens),
                sample.tokensPerSuccess(),
                above,
                components,
                ends);
    }

    JsonObject toJson(String model) {
        JsonObject.Builder used = JsonObject.builder();
        components.forEach((component, mean) -> used.put(component, number(mean)));
        JsonObject.Builder ended = JsonObject.builder();
        ends.forEach((why, count) -> ended.put(why, count));
        return JsonObject.builder()
                .put("model", model)
                .put("arm", arm)
                .put("episodes", episodes)
                .put("success", json(success))
                .put("steps", json(steps))
                .put("tokens", json(tokens))
                .put("tokensPerSuccess", json(perSuccess))
                .putIfPresent("successAboveFirst", aboveFirst.map(Row::json))
                .put("components", used.build())
                .put("ended", ended.build())
                .build();
    }

    private static JsonObject json(Interval interval) {
        return JsonObject.builder()
                .put("value", number(interval.value()))
                .put("low", number(interval.low()))
                .put("high", number(interval.high()))
                .build();
    }

    /** With six digits; null for what has no bound. */
    private static Json number(double value) {
        return Double.isFinite(value) ? JsonNumber.of(new BigDecimal(value).round(new MathContext(6))) : Json.nul();
    }
}
