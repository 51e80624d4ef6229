package io.patchboard.gateway.source;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Finds a member of a share group that acknowledges over and over what it cannot have: Kafka 4.3 gives it a topic
 * without a partition, and its client sends one heartbeat after the other until it is given something else ({@code
 * docs/decisions/share-lanes.md}). Safe for use by several threads.
 */
final class HeartbeatWatch {

    private static final String NAME = "heartbeat-rate";
    private static final String GROUP = "consumer-share-coordinator-metrics";

    /** A second, on average of half a minute. Brokers ask for one in five seconds, those of {@code up} for five. */
    private static final double STORM = 20;

    private volatile Optional<Metric> rate = Optional.empty();

    /** @param metrics of the member's client */
    void of(Map<MetricName, ? extends Metric> metrics) {
        rate = metrics.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(NAME)
                        && entry.getKey().group().equals(GROUP))
                .<Metric>map(Map.Entry::getValue)
                .findFirst();
    }

    boolean isStorm() {
        return rate.map(Metric::metricValue).filter(Double.class::isInstance).stream()
                .anyMatch(value -> (Double) value > STORM);
    }
}
