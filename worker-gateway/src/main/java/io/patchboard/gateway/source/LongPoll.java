package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A poll of a share consumer that goes on until it brings something.
 *
 * <p>Every poll tells the client to fetch, and it fetches in the background until records come, whether somebody polls
 * or not. If they come just before the word of a further poll, it fetches once more than anybody wanted, and what that
 * brings stays locked and unseen for as long as the first records are worked on. So a poll ends early only when its
 * owner has to look around, or when the client has ceased to fetch: a fetch may have brought nothing but the marker of
 * a transaction, and there is one word for each poll.
 */
final class LongPoll {

    private static final Duration MOST = Duration.ofMinutes(5);

    /** More than fetch.max.wait.ms, after which the client fetches again when there is nothing. */
    private static final Duration CEASED = Duration.ofMillis(700);

    private final ShareConsumer<byte[], byte[]> consumer;
    private List<? extends Metric> counted = List.of();
    private boolean polling;
    private double fetches;
    private long since;

    LongPoll(ShareConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /**
     * What the poll brings; nothing if it was ended before.
     *
     * @param wanted asked before it begins; whoever changes the answer calls {@link #end} then
     */
    ConsumerRecords<byte[], byte[]> records(BooleanSupplier wanted) {
        synchronized (this) {
            if (!wanted.getAsBoolean()) {
                return ConsumerRecords.empty();
            }
            polling = true;
            fetches = fetches();
            since = System.nanoTime();
        }
        try {
            return consumer.poll(MOST);
        } catch (WakeupException e) {
            return ConsumerRecords.empty();
        } finally {
            synchronized (this) {
                polling = false;
            }
        }
    }

    /** From any thread. If the poll ends by itself at this moment, the next call of the consumer that waits fails. */
    synchronized void end() {
        if (polling) {
            polling = false;
            consumer.wakeup();
        }
    }

    /** Ends a poll that can bring nothing any more. Called often, by one thread. */
    synchronized void endIfCeased() {
        double now = polling ? fetches() : fetches;
        if (now != fetches) {
            fetches = now;
            since = System.nanoTime();
        } else if (System.nanoTime() - since >= CEASED.toNanos()) {
            end();
        }
    }

    /** How many have come back. A client has hundreds of metrics, so this one is looked for once. */
    private double fetches() {
        if (counted.isEmpty()) {
            counted = consumer.metrics().values().stream()
                    .filter(metric -> metric.metricName().name().equals("fetch-total"))
                    .toList();
        }
        return counted.stream()
                .mapToDouble(metric -> (double) metric.metricValue())
                .sum();
    }
}
