package io.patchboard.gateway.config;

import io.patchboard.gateway.limit.FairBy;
import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.text.Spelling;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The section {@code limits}: what holds for all gateways that name it. */
final class LimitsReader {

    static final String LIMIT = "limit";

    private static final String CONCURRENCY = "concurrency";
    private static final String RATE = "rate";
    private static final String FAIR_BY = "fairBy";
    private static final int MOST_AT_ONCE = 100_000;
    private static final Pattern RATES = Pattern.compile("([1-9][0-9]{0,6})/(s|min|h|day)");
    private static final Map<String, Long> A_DAY = Map.of("s", 86_400L, "min", 1_440L, "h", 24L, "day", 1L);

    private final Values values;
    private final Map<String, FleetLimit> limits = new TreeMap<>();

    LimitsReader(Values values, JsonPlace file) {
        this.values = values;
        // Also those with problems, so that who refers to one is not told that there is none.
        values.section(file, "limits").members().forEach(limit -> limits.put(limit.name(), limit(limit)));
    }

    private FleetLimit limit(JsonPlace place) {
        JsonPlace limit = values.object(place);
        values.refuseUnknown(limit, Set.of(CONCURRENCY, RATE, FAIR_BY));
        if (limit.isObject() && !limit.has(CONCURRENCY) && !limit.has(RATE)) {
            values.problem(limit.at(), "concurrency, rate or both", "got neither");
        }
        Optional<Integer> concurrency = values.integer(limit, CONCURRENCY, 1, MOST_AT_ONCE);
        return new FleetLimit(
                place.name(),
                concurrency.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                limit.child(RATE).map(this::rate).orElseGet(OptionalLong::empty),
                limit.child(FAIR_BY).flatMap(this::fairBy).orElse(FairBy.NOBODY));
    }

    private OptionalLong rate(JsonPlace place) {
        Matcher rate = RATES.matcher(place.text().orElse(""));
        if (!rate.matches()) {
            values.problem(
                    place.at(),
                    "a rate such as 60/min, 5/s, 1000/h or 20000/day",
                    "got " + Values.found(place.value()));
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(rate.group(1)) * A_DAY.get(rate.group(2)));
    }

    private Optional<FairBy> fairBy(JsonPlace place) {
        Optional<String> word = place.text().filter(text -> isPointer(text) || FairBy.WORDS.contains(text));
        if (word.isEmpty()) {
            values.problem(
                    place.at(),
                    "one of " + new TreeSet<>(FairBy.WORDS) + ", or a JSON Pointer such as /customer",
                    "got " + Values.found(place.value()),
                    place.text()
                            .map(text -> Spelling.question(text, FairBy.WORDS))
                            .orElse(""));
        }
        return word.map(FairBy::new);
    }

    private static boolean isPointer(String text) {
        try {
            return !JsonPointer.parse(text).equals(JsonPointer.ROOT);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The limit that {@code limit: NAME} of a worker or model names. */
    Optional<FleetLimit> named(JsonPlace settings) {
        return settings.child(LIMIT)
                .flatMap(place -> values.text(place).flatMap(name -> {
                    if (!limits.containsKey(name)) {
                        values.problem(
                                place.at(),
                                limits.isEmpty()
                                        ? "a limit of the section limits, which the file does not have,"
                                        : "one of the limits " + limits.keySet() + " of the section limits",
                                "got \"" + name + "\"",
                                Spelling.question(name, limits.keySet()));
                    }
                    return Optional.ofNullable(limits.get(name));
                }));
    }
}
