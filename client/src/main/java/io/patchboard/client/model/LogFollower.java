package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.client.model.Summary.News;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts all that is committed into the store, on one thread. If the broker goes away it tries again, from where it was,
 * and what was kept is served meanwhile.
 */
final class LogFollower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LOOK_AROUND = Duration.ofSeconds(3);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final int TIME_TO_ANSWER_MILLIS = 15_000;
    private static final int MOST_FETCHED_BYTES = 8 * 1024 * 1024;
    private static final int MOST_RECORDS = 5_000;

    private final KafkaConnection connection;
    private final EntryDecoder decoder;
    private final ModelStore store;
    private final InstantSource clock;
    private final Runnable onKept;
    private final Thread thread = new Thread(this::run, "patchboard-read-model");
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private volatile boolean upToDate;
    private volatile boolean closed;
    private volatile String progress = "the broker has not answered yet";

    /** @param onKept run when more is in the store */
    LogFollower(KafkaConnection connection, ModelStore store, InstantSource clock, Runnable onKept) {
        this.connection = connection;
        this.decoder = EntryDecoder.of(connection);
        this.store = store;
        this.clock = clock;
        this.onKept = onKept;
    }

    LogFollower started() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /** Completes when all that was committed before the start is kept. */
    CompletableFuture<Void> caughtUp() {
        return caughtUp;
    }

    /** Whether all that was committed before the start, or before the store was begun again, is kept. */
    boolean isUpToDate() {
        return upToDate;
    }

    /** How far the reading is, as the rest of a sentence that ends in "but". */
    String progress() {
        return progress;
    }

    private void run() {
        while (!closed) {
            try (Admin admin = Admin.create(config("patchboard-read-model-topics"));
                    KafkaConsumer<byte[], byte[]> consumer = open()) {
                new Following(admin, consumer).run();
            } catch (KafkaException | ModelException e) {
                progress = e.getMessage();
                LOG.warn("Expected to follow the boards' logs, but: {} Trying again.", e.toString());
                pause(PAUSE_AFTER_FAILURE);
            } catch (RuntimeException | StackOverflowError e) {
                progress = "that failed: " + e;
                LOG.error("Expected to follow the boards' logs, but that failed. Trying again.", e);
                pause(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private Map<String, Object> config(String clientId) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("client.id", clientId);
        own.put("default.api.timeout.ms", TIME_TO_ANSWER_MILLIS);
        own.put("request.timeout.ms", TIME_TO_ANSWER_MILLIS);
        own.put("enable.metrics.push", false);
        return connection.clientConfig(own);
    }

    private KafkaConsumer<byte[], byte[]> open() {
        Map<String, Object> config = config("patchboard-read-model");
        config.put("max.poll.records", MOST_RECORDS);
        config.put("fetch.max.bytes", MOST_FETCHED_BYTES);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.remove("group.id");
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** With one connection to the cluster. */
    private final class Following {

        private final Admin admin;
        private final KafkaConsumer<byte[], byte[]> consumer;
        private Map<TopicPartition, Long> ends = Map.of();

        Following(Admin admin, KafkaConsumer<byte[], byte[]> consumer) {
            this.admin = admin;
            this.consumer = consumer;
        }

        void run() {
            takeTopics();
            ends = consumer.endOffsets(consumer.assignment());
            restartWhereTheLogIsShorter();
            long nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
            while (!closed) {
                boolean newBoards = keep(poll());
                tellProgress();
                if (newBoards || System.nanoTime() - nextLook >= 0) {
                    takeTopics();
                    nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
                }
            }
        }

        /** A consumer does not wait for what it was not given. */
        private ConsumerRecords<byte[], byte[]> poll() {
            if (!consumer.assignment().isEmpty()) {
                return consumer.poll(POLL);
            }
            pause(POLL);
            return ConsumerRecords.empty();
        }

        /** What is kept of a topic that is another one by now, or gone, is of another log. */
        private void takeTopics() {
            Map<String, String> found = topics();
            Map<String, String> known = store.topics();
            if (known.entrySet().stream().anyMatch(topic -> !topic.getValue().equals(found.get(topic.getKey())))) {
                LOG.warn("Expected the topics whose entries the read model has, but found others. It is made again.");
                forget();
                known = Map.of();
            }
            if (known.equals(found) && !consumer.assignment().isEmpty()) {
                return;
            }
            store.putTopics(found);
            Set<TopicPartition> all = new HashSet<>();
            for (String topic : found.keySet()) {
                for (PartitionInfo partition : consumer.partitionsFor(topic)) {
                    all.add(new TopicPartition(topic, partition.partition()));
                }
            }
            Set<TopicPartition> fresh = new HashSet<>(all);
            fresh.removeAll(consumer.assignment());
            Map<TopicPartition, Long> positions = store.positions();
            consumer.assign(all);
            fresh.forEach(partition -> consumer.seek(partition, positions.getOrDefault(partition, 0L)));
            if (!upToDate) {
                ends = consumer.endOffsets(all);
            }
        }

        private Map<String, String> topics() {
            Topics topics = connection.topics();
            Set<String> logs = Set.of(topics.committed(), topics.rejected());
            try {
                Map<String, String> found = new HashMap<>();
                for (TopicListing topic : admin.listTopics().listings().get()) {
                    if (logs.contains(topic.name()) || topics.holdsInvocations(topic.name())) {
                        found.put(topic.name(), topic.topicId().toString());
                    }
                }
                return found;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }

        /** As after the broker lost the end of its log in a power failure. */
        private void restartWhereTheLogIsShorter() {
            boolean shorter = store.positions().entrySet().stream()
                    .anyMatch(kept -> ends.getOrDefault(kept.getKey(), Long.MAX_VALUE) < kept.getValue());
            if (shorter) {
                LOG.warn("Expected the log that the read model has, but it is shorter. The read model is made again.");
                forget();
                takeTopics();
            }
        }

        private void forget() {
            upToDate = false;
            store.clear();
            consumer.unsubscribe();
        }

        /** @return whether boards were created, which may have queues that are new */
        private boolean keep(ConsumerRecords<byte[], byte[]> records) {
            if (records.isEmpty()) {
                return false;
            }
            List<Row> rows = new ArrayList<>();
            Map<TopicPartition, Long> next = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                row(record).ifPresent(rows::add);
                next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
            }
            store.put(rows, clock.millis(), next);
            onKept.run();
            return rows.stream().anyMatch(row -> row.news().blueprint().isPresent());
        }

        /** What is no entry is a gap, as the fold will tell. */
        private Optional<Row> row(ConsumerRecord<byte[], byte[]> record) {
            try {
                LogEntry entry = record.value() == null ? null : decoder.decode(record.value());
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                return entry != null
                                && entry.boardId().equals(key)
                                && entry.sequence() > 0
                                && entry.sequence() < ModelStore.SEQUENCES
                        ? Optional.of(new Row(News.of(entry), record.value()))
                        : Optional.empty();
            } catch (UnreadableEntryException e) {
                LOG.debug("Expected a log entry at {}-{}@{}.", record.topic(), record.partition(), record.offset(), e);
                return Optional.empty();
            }
        }

        private void tellProgress() {
            if (upToDate) {
                return;
            }
            long missing = 0;
            long all = 0;
            for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
                missing += Math.max(0, end.getValue() - consumer.position(end.getKey()));
                all += end.getValue();
            }
            progress = missing + " of " + all + " records of their logs are still to be read";
            if (missing == 0) {
                upToDate = true;
                caughtUp.complete(null);
            }
        }
    }
}
