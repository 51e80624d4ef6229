package io.patchboard.standalone.sources.feed;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.metrics.Metric;
import java.util.List;
import java.util.Locale;

/** What sources count. */
public final class SourceMeters {

    static final Metric EVENTS = Metric.counter(
            "patchboard.source.events",
            "Events that a source has made a board or a patch of, has skipped, or put to the dead letters",
            "source",
            "outcome");

    /** All of a server's. */
    public static final List<Metric> ALL = List.of(EVENTS);

    private final MeterRegistry registry;

    SourceMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void count(String source, Reading.Outcome outcome) {
        EVENTS.counterIn(
                        registry,
                        source,
                        outcome.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .increment();
    }
}
