package io.patchboard.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which of the some hundred metrics of Kafka's clients are shown: lag, rates, latencies, and what Streams is at. */
public final class KafkaMetrics {

    private static final String KAFKA = "kafka.";

    /** By their names in Micrometer, what they mean. */
    public static final Map<String, String> CHOSEN = chosenNames();

    private static Map<String, String> chosenNames() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("kafka.stream.alive.stream.threads", "Threads that decide; fewer than configured is a fault");
        names.put("kafka.stream.failed.stream.threads", "Threads that died since the start, each replaced by another");
        names.put("kafka.stream.client.state", "2 while it runs, 1 while partitions or boards move to it");
        names.put("kafka.stream.thread.commit.total", "Transactions that were committed");
        names.put("kafka.stream.thread.commit.latency.avg", "Time of a commit in ms, over the last 30 s");
        names.put("kafka.stream.thread.commit.latency.max", "The longest of them");
        names.put("kafka.stream.thread.process.ratio", "Share of its time that a thread decides");
        names.put("kafka.stream.thread.poll.ratio", "Share of its time that a thread waits for records");
        names.put(
                "kafka.consumer.fetch.manager.records.lag.max",
                "Records that a consumer is behind, in its worst partition; of the one that restores, what is left");
        names.put("kafka.consumer.fetch.manager.records.consumed.total", "Records that were read");
        names.put("kafka.consumer.coordinator.rebalance.total", "How often partitions were dealt out anew");
        names.put("kafka.consumer.coordinator.failed.rebalance.total", "How often that failed");
        names.put("kafka.consumer.time.between.poll.max", "The longest time between two polls, in ms");
        names.put("kafka.producer.record.retry.total", "Records that were sent again");
        names.put("kafka.producer.record.error.total", "Records that could not be sent");
        names.put("kafka.producer.request.latency.avg", "Time of a broker's answer in ms");
        names.put("kafka.producer.outgoing.byte.total", "Bytes that were sent");
        names.put("kafka.producer.txn.commit.time.ns.total", "Time that commits of transactions took");
        return Collections.unmodifiableMap(names);
    }

    private KafkaMetrics() {}

    /** Leaves out all others; their labels stay, as Micrometer tells one meter from another by how many it has. */
    static MeterFilter chosen() {
        return new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                return id.getName().startsWith(KAFKA) && !CHOSEN.containsKey(id.getName())
                        ? MeterFilterReply.DENY
                        : MeterFilterReply.NEUTRAL;
            }
        };
    }
}
