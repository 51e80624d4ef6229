package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ShareConsumer;

/**
 * What a lane has settled and the broker does not know yet. It is told with the next fetch, which costs nothing. If
 * that does not come so soon, then by a request of its own; the client has one of them under way at a time, so one for
 * each record would be slower than the workers.
 */
final class Acknowledgements {

    private static final Duration UNTOLD = Duration.ofMillis(20);

    private final ShareConsumer<byte[], byte[]> consumer;
    private Optional<Long> due = Optional.empty();

    Acknowledgements(ShareConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    void add(ShareDelivery delivery, AcknowledgeType type) {
        consumer.acknowledge(delivery.record(), type);
        if (due.isEmpty()) {
            due = Optional.of(System.nanoTime() + UNTOLD.toNanos());
        }
    }

    /** When a request of its own is due, or another time if nothing is to be told. */
    long dueOr(long other) {
        return due.orElse(other);
    }

    /** A fetch has taken them along. */
    void taken() {
        due = Optional.empty();
    }

    void sendIfDue() {
        if (due.isPresent() && System.nanoTime() - due.get() >= 0) {
            send();
        }
    }

    void send() {
        if (due.isPresent()) {
            consumer.commitAsync();
            due = Optional.empty();
        }
    }
}
