package io.patchboard.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Something that is counted or timed. {@code docs/metrics.md} is the list of all.
 *
 * @param name with dots, as Micrometer has it; Prometheus writes underscores, and {@code _total} or {@code _seconds}
 * @param meaning one phrase, which is also shown where metrics are read
 * @param labels names; of none may there be unboundedly many values, see {@link PrometheusMetrics}
 * @param bounds of a histogram's buckets; none for what is no time
 */
public record Metric(Kind kind, String name, String meaning, List<String> labels, List<Duration> bounds) {

    /** From 1 ms to 10 s. */
    private static final List<Duration> SHORT = millis(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000);

    /** From 10 ms to an hour. */
    private static final List<Duration> LONG =
            millis(10, 50, 100, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000);

    /** From 1 ms to a day. */
    private static final List<Duration> AGES = Stream.concat(
                    SHORT.stream(),
                    millis(30_000, 60_000, 300_000, 1_800_000, 3_600_000, 21_600_000, 86_400_000).stream())
            .toList();

    /** What a metric is to Prometheus. */
    public enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    public static Metric counter(String name, String meaning, String... labels) {
        return new Metric(Kind.COUNTER, name, meaning, List.of(labels), List.of());
    }

    public static Metric gauge(String name, String meaning, String... labels) {
        return new Metric(Kind.GAUGE, name, meaning, List.of(labels), List.of());
    }

    /** Of what takes milliseconds. */
    public static Metric time(String name, String meaning, String... labels) {
        return new Metric(Kind.HISTOGRAM, name, meaning, List.of(labels), SHORT);
    }

    /** Of what may take minutes. */
    public static Metric longTime(String name, String meaning, String... labels) {
        return new Metric(Kind.HISTOGRAM, name, meaning, List.of(labels), LONG);
    }

    /** Of what takes milliseconds, and hours after an outage. */
    public static Metric age(String name, String meaning, String... labels) {
        return new Metric(Kind.HISTOGRAM, name, meaning, List.of(labels), AGES);
    }

    private static List<Duration> millis(long... millis) {
        return Arrays.stream(millis).mapToObj(Duration::ofMillis).toList();
    }

    /** The name that Prometheus has it by. */
    public String prometheusName() {
        String plain = name.replace('.', '_');
        return switch (kind) {
            case COUNTER -> plain + "_total";
            case GAUGE -> plain;
            case HISTOGRAM -> plain + "_seconds";
        };
    }

    /** @param values of its labels, in their order */
    public Counter counterIn(MeterRegistry registry, String... values) {
        return Counter.builder(name).description(meaning).tags(tags(values)).register(registry);
    }

    /** @param values of its labels, in their order */
    public Timer timerIn(MeterRegistry registry, String... values) {
        return Timer.builder(name)
                .description(meaning)
                .tags(tags(values))
                .serviceLevelObjectives(bounds.toArray(Duration[]::new))
                .register(registry);
    }

    /**
     * @param value asked for whenever metrics are read; kept alive by the registry
     * @param values of its labels, in their order
     */
    public Gauge gaugeIn(MeterRegistry registry, Supplier<Number> value, String... values) {
        return Gauge.builder(name, value)
                .description(meaning)
                .tags(tags(values))
                .register(registry);
    }

    private List<Tag> tags(String... values) {
        if (values.length != labels.size()) {
            throw new IllegalArgumentException(
                    "Expected a value for each of " + labels + ", but got " + List.of(values) + ".");
        }
        List<Tag> tags = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            tags.add(Tag.of(labels.get(i), values[i]));
        }
        return tags;
    }
}
