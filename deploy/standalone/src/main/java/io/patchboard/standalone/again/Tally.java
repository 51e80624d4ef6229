package io.patchboard.standalone.again;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What came of asking, beside what came of it then.
 *
 * @param worker who was asked
 * @param seen how many invocations there are, of which {@code asked} is a sample
 */
public record Tally(String worker, long seen, List<Asked> asked) {

    public static final String NO_ANSWER = "no answer";

    private static final String COMMITTED = "committed";
    private static final String HELD = "held by a gate";
    private static final double MILLIS = 1_000;

    /**
     * The same figure twice; absent where none of the entries has it.
     *
     * @param then by the log
     * @param now of the answers that were just given
     */
    public record Pair(Optional<Interval> then, Optional<Interval> now) {

        Json json() {
            return JsonObject.builder()
                    .putIfPresent("then", then.map(Interval::json))
                    .putIfPresent("now", now.map(Interval::json))
                    .build();
        }
    }

    /** How many were committed, held, rejected at which stage, or not answered: then, and now. */
    public SortedMap<String, int[]> verdicts() {
        SortedMap<String, int[]> counts = new TreeMap<>();
        for (Asked one : asked) {
            counts.computeIfAbsent(name(one.past().verdict()), any -> new int[2])[0]++;
            counts.computeIfAbsent(name(Optional.of(one.now())), any -> new int[2])[1]++;
        }
        return counts;
    }

    private static String name(Optional<Verdict> verdict) {
        return verdict.map(is -> is.rejection()
                        .map(why -> why.stage().name())
                        .orElse(is.commits() ? COMMITTED : is.held() ? HELD : NO_ANSWER))
                .orElse(NO_ANSWER);
    }

    /** Those whose verdict is another one now, by both. */
    public Map<String, List<Asked>> changed() {
        Map<String, List<Asked>> changed = new LinkedHashMap<>();
        verdicts()
                .keySet()
                .forEach(then -> verdicts().keySet().forEach(now -> {
                    List<Asked> those = asked.stream()
                            .filter(one -> !then.equals(now)
                                    && name(one.past().verdict()).equals(then)
                                    && name(Optional.of(one.now())).equals(now))
                            .toList();
                    if (!those.isEmpty()) {
                        changed.put(then + " then, " + now + " now", those);
                    }
                }));
        return changed;
    }

    /** Share of what is committed. */
    public Pair committed() {
        return new Pair(
                share(asked.stream()
                        .map(one ->
                                one.past().verdict().filter(Verdict::commits).isPresent())),
                share(asked.stream().map(one -> one.now().commits())));
    }

    /** Of those committed both times, the share that leads to the same state. */
    public Optional<Interval> sameState() {
        return share(asked.stream().filter(Asked::isCommittedTwice).map(Asked::leadsToTheSame));
    }

    /** Of those committed both times, the share that changes the same places. */
    public Optional<Interval> samePlaces() {
        return share(asked.stream().filter(Asked::isCommittedTwice).map(Asked::changesTheSamePlaces));
    }

    /** Tokens of an answer on average, of answers that say so. */
    public Pair tokens() {
        return mean(usage -> Optional.of((double) usage.inputTokens() + usage.outputTokens()));
    }

    /** Money of an answer on average, in the unit of the blueprint's budgets, of answers that say so. */
    public Pair cost() {
        return mean(usage -> usage.cost().map(BigDecimal::doubleValue));
    }

    /** Median seconds to an answer; then with the time that it waited for its worker. */
    public Pair seconds() {
        return new Pair(
                median(asked.stream().flatMap(one -> one.past().took().stream())),
                median(asked.stream().map(Asked::took)));
    }

    private Pair mean(Function<Usage, Optional<Double>> figure) {
        return new Pair(
                mean(asked.stream().map(one -> one.past().usage()), figure),
                mean(asked.stream().map(Asked::usage), figure));
    }

    private static Optional<Interval> mean(Stream<Optional<Usage>> usages, Function<Usage, Optional<Double>> figure) {
        List<Double> values = usages.flatMap(Optional::stream)
                .flatMap(usage -> figure.apply(usage).stream())
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Interval.mean(values));
    }

    private static Optional<Interval> median(Stream<Duration> durations) {
        List<Double> values = durations.map(one -> one.toMillis() / MILLIS).toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Interval.median(values));
    }

    private static Optional<Interval> share(Stream<Boolean> answers) {
        List<Boolean> all = answers.toList();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(Interval.share(all.stream().filter(yes -> yes).count(), all.size()));
    }

    /** @param damaged boards whose logs could not be followed, with the reason */
    public JsonObject json(SortedMap<String, String> damaged) {
        JsonObject.Builder counts = JsonObject.builder();
        verdicts()
                .forEach((name, both) -> counts.put(
                        name,
                        JsonObject.builder()
                                .put("then", both[0])
                                .put("now", both[1])
                                .build()));
        JsonObject.Builder broken = JsonObject.builder();
        damaged.forEach(broken::put);
        return JsonObject.builder()
                .put("worker", worker)
                .put("invocations", seen)
                .put("asked", asked.size())
                .put("verdicts", counts.build())
                .put("committed", committed().json())
                .putIfPresent("sameState", sameState().map(Interval::json))
                .putIfPresent("samePlaces", samePlaces().map(Interval::json))
                .put("tokens", tokens().json())
                .put("cost", cost().json())
                .put("seconds", seconds().json())
                .put("answers", JsonArray.copyOf(asked.stream().map(Asked::json).toList()))
                .put("damaged", broken.build())
                .build();
    }
}
