package io.patchboard.standalone.sources.feed;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.metrics.Metric;
import java.util.List;

/** What sources count. */
public final class SourceMeters {

    static final Metric EVENTS = Metric.counter(
            "patchboard.source.events",
            "Events, or moments of a schedule, that a source has made a board or a patch of, has skipped, put to the dead"
                    + " letters, or failed at",
            "source",
            "outcome");

    /** All of a server's. */
    public static final List<Metric> ALL = List.of(EVENTS);

    private final MeterRegistry registry;

    SourceMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void count(String source, Outcome outcome) {
        EVENTS.counterIn(registry, source, outcome.word()).increment();
    }
}
