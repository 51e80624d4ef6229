package io.patchboard.gateway.http.outcome;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows both outcome topics from their end, on one thread. Where each partition has been read to is kept here, so
 * that a new consumer goes on from there after whatever failed the old one.
 */
final class OutcomeFollower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeFollower.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long LOOK_AROUND_NANOS = Duration.ofSeconds(3).toNanos();
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(10);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final RecordDecoder decoder;
    private final Memory memory;
    private final CompletableFuture<Void> following = new CompletableFuture<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Thread thread = DaemonThreads.named("patchboard-http-outcomes", this::run);
    private volatile boolean closed;

    OutcomeFollower(Cluster cluster, RecordDecoder decoder, Memory memory) {
        this.cluster = cluster;
        this.decoder = decoder;
        this.memory = memory;
    }

    OutcomeFollower started() {
        thread.start();
        return this;
    }

    /** Completes when nothing that is decided from now on can be missed. */
    CompletableFuture<Void> following() {
        return following;
    }

    private void run() {
        while (!closed) {
            try (KafkaConsumer<byte[], byte[]> consumer = open()) {
                follow(consumer);
                consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
            } catch (KafkaException | RegistryUnavailableException e) {
                LOG.warn("Expected to follow the outcomes of requests, but: {} Trying again.", e.toString());
                pause();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("Expected to follow the outcomes of requests, but that failed. Trying again.", e);
                pause();
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> open() {
        Map<String, Object> config = cluster.readerConfig("patchboard-http-outcomes", TIME_TO_ANSWER);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private void follow(KafkaConsumer<byte[], byte[]> consumer) throws RegistryUnavailableException {
        takePartitions(consumer);
        long nextLook = System.nanoTime() + LOOK_AROUND_NANOS;
        while (!closed) {
            if (!consumer.assignment().isEmpty()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    hear(record);
                    positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
                }
            } else {
                pause();
            }
            if (System.nanoTime() - nextLook >= 0 || consumer.assignment().isEmpty()) {
                takePartitions(consumer);
                nextLook = System.nanoTime() + LOOK_AROUND_NANOS;
            }
        }
    }

    /** The first ones are read from their end; what appears later has nothing yet, and is read from its beginning. */
    private void takePartitions(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = new ArrayList<>();
        for (String topic :
                List.of(cluster.topics().committed(), cluster.topics().rejected())) {
            for (PartitionInfo partition : consumer.partitionsFor(topic)) {
                all.add(new TopicPartition(topic, partition.partition()));
            }
        }
        boolean bothThere = all.stream().map(TopicPartition::topic).distinct().count() == 2;
        if (!bothThere || consumer.assignment().containsAll(all)) {
            return;
        }
        List<TopicPartition> fresh = all.stream()
                .filter(partition -> !consumer.assignment().contains(partition))
                .toList();
        consumer.assign(all);
        Map<TopicPartition, Long> ends = following.isDone() ? Map.of() : consumer.endOffsets(fresh);
        for (TopicPartition partition : fresh) {
            long from = positions.computeIfAbsent(partition, any -> ends.getOrDefault(partition, 0L));
            consumer.seek(partition, from);
        }
        following.complete(null);
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) throws RegistryUnavailableException {
        if (record.key() == null
                || record.value() == null
                || !memory.isAwaited(new String(record.key(), StandardCharsets.UTF_8))) {
            return;
        }
        try {
            memory.decide(decoder.decodeEntry(record.value()));
        } catch (DecodeException e) {
            LOG.warn(
                    "Expected a log entry at {}-{}@{}, but: {} It is skipped.",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e.getMessage());
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TIME_TO_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
