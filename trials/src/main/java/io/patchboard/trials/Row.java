package io.patchboard.trials;

import io.patchboard.experiments.stats.Interval;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.play.Measure;
import io.patchboard.trials.play.Tokens;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What came of one arm.
 *
 * @param success share of episodes that reach the goal
 * @param steps commands, of all episodes
 * @param tokens of an episode
 * @param perSuccess tokens for each success
 * @param aboveFirst how much more succeeds than in the first arm, of the same games and seeds; absent for that one
 * @param rates none where games are played
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
        List<Rate> rates,
        SortedMap<String, Double> components,
        SortedMap<String, Integer> ends) {

    /** @param aboveFirst as that of successes */
    public record Rate(Measure measure, Interval value, Optional<Interval> aboveFirst) {}

    /** @param first of the arm that the others are held against; the same list for that one itself */
    static Row of(String arm, List<Episode> episodes, List<Episode> first) {
        Sample sample = Sample.of(episodes);
        List<Episode> pairs = Sample.matched(episodes, first);
        boolean isFirst = episodes.equals(first) || pairs.isEmpty();
        Optional<Interval> above = isFirst
                ? Optional.empty()
                : Optional.of(Sample.of(pairs).successAbove(Sample.of(Sample.matched(first, pairs))));
        List<Rate> rates = Stream.of(Measure.values())
                .filter(measure -> episodes.getFirst().played().counts().containsKey(measure.whole()))
                .map(measure -> new Rate(
                        measure,
                        sample.rate(measure),
                        isFirst
                                ? Optional.empty()
                                : Optional.of(
                                        Sample.of(pairs).rateAbove(Sample.of(Sample.matched(first, pairs)), measure))))
                .toList();
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
                rates,
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
                .putIfPresent("rates", rates.isEmpty() ? Optional.empty() : Optional.of(ratesToJson()))
                .put("components", used.build())
                .put("ended", ended.build())
                .build();
    }

    private JsonObject ratesToJson() {
        JsonObject.Builder json = JsonObject.builder();
        rates.forEach(rate -> json.put(
                rate.measure().word(),
                json(rate.value())
                        .with(
                                "aboveFirst",
                                rate.aboveFirst().<Json>map(Row::json).orElse(Json.nul()))));
        return json.build();
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
