package io.patchboard.kernel.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.kernel.stream.KernelMeters;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a kernel is with restoring its stores from their changelogs: a line in the log every few seconds, if it takes
 * longer, and a metric. Counted by offsets, of which a few are no records. Called by the threads that restore, asked by
 * any.
 */
final class RestoreProgress implements StateRestoreListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RestoreProgress.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final LongSupplier nanoTime;
    private final MeterRegistry meters;
    private final Gauge gauge;
    private final Map<TopicPartition, Span> spans = new ConcurrentHashMap<>();
    private volatile long moved;
    private long told;

    /** @param next the offset that is restored next */
    private record Span(long start, long next, long end) {

        private Span upTo(long offset) {
            return new Span(start, Math.min(offset, end), end);
        }
    }

    RestoreProgress(MeterRegistry meters, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.meters = meters;
        this.gauge = KernelMeters.RESTORING.gaugeIn(meters, this::left);
        this.moved = nanoTime.getAsLong();
    }

    @Override
    public synchronized void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        moved = nanoTime.getAsLong();
        told = spans.isEmpty() ? moved : told;
        spans.put(changelog, new Span(start, start, end));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long last, long count) {
        spans.computeIfPresent(changelog, (same, span) -> span.upTo(last + 1));
        moved = nanoTime.getAsLong();
        tell();
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        spans.computeIfPresent(changelog, (same, span) -> span.upTo(span.end()));
        moved = nanoTime.getAsLong();
        if (left() == 0) {
            spans.clear();
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
        spans.remove(changelog);
    }

    private synchronized void tell() {
        long now = nanoTime.getAsLong();
        if (now - told >= BETWEEN_LINES.toNanos()) {
            told = now;
            LOG.info("Restoring boards from Kafka: {}.", this);
        }
    }

    /** Records of the changelogs that are still to be read. */
    long left() {
        return spans.values().stream()
                .mapToLong(span -> span.end() - span.next())
                .sum();
    }

    /** Waits until something is done, and returns true; false if for so long it was not, and nothing was restored. */
    boolean awaits(CompletableFuture<?> done, Duration still) throws InterruptedException {
        while (!done.isDone() && !standsStill(still)) {
            try {
                done.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.trace("What it is done for, or why not, is asked by who waits.", e);
            }
        }
        return done.isDone();
    }

    private boolean standsStill(Duration time) {
        return nanoTime.getAsLong() - moved >= time.toNanos();
    }

    /** Such as {@code 37 % of 3,200,000 records}. */
    @Override
    public String toString() {
        long all = spans.values().stream()
                .mapToLong(span -> span.end() - span.start())
                .sum();
        return String.format(
                Locale.ROOT, "%d %% of %,d records", all == 0 ? 100 : Math.floorDiv(100 * (all - left()), all), all);
    }

    @Override
    public void close() {
        meters.remove(gauge);
    }
}
