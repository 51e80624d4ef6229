package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.FollowerThread;
import io.patchboard.client.log.LogSource;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts all that is committed into the store, on one thread. If the broker goes away it tries again, from where it was,
 * and what was kept is served meanwhile.
 */
final class LogFollower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MANY = 500;

    /** What is larger is written before more is read: memory does not grow with what entries weigh. */
    private static final long MOST_WAITING_BYTES = 16 * 1024 * 1024;

    private static final Duration LOOK_AROUND = Duration.ofSeconds(3);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(15);

    private final KafkaConnection connection;
    private final EntryDecoder decoder;
    private final ModelStore store;
    private final InstantSource clock;
    private final Consumer<Set<String>> onKept;
    private final FollowerThread thread;
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private volatile boolean upToDate;
    private volatile boolean behind;
    private volatile long complete = -1;
    private volatile boolean lookSoon;
    private final AtomicLong needRegistry = new AtomicLong();
    private volatile String progress = "the broker has not answered yet";

    /** @param onKept told of which boards more is in the store */
    LogFollower(KafkaConnection connection, ModelStore store, InstantSource clock, Consumer<Set<String>> onKept) {
        this.connection = connection;
        this.decoder = EntryDecoder.of(connection);
        this.store = store;
        this.clock = clock;
        this.onKept = onKept;
        this.thread = new FollowerThread(
                "patchboard-read-model", "follow the boards' logs", PAUSE_AFTER_FAILURE, this::follow, this::failed);
    }

    LogFollower started() {
        thread.start();
        return this;
    }

    /** Completes when all that was committed before the start is kept. */
    CompletableFuture<Void> caughtUp() {
        return caughtUp;
    }

    /**
     * Whether all that was committed before the start, or before the store was begun again, is kept, and all that was
     * committed since, but for some seconds. Not while the following fails.
     */
    boolean isUpToDate() {
        return upToDate && !behind;
    }

    /** The time, in milliseconds by the clock, of which all that was written then is kept; -1 if there is none. */
    long complete() {
        return complete;
    }

    /** Somebody waits for {@link #complete}. */
    void lookSoon() {
        lookSoon = true;
    }

    /** How many records may be entries, for who has the Schema Registry that they were written with. */
    long needRegistry() {
        return needRegistry.get();
    }

    /** How far the reading is, as the rest of a sentence that ends in "but". */
    String progress() {
        return progress;
    }

    private void follow(FollowerThread running) {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-read-model-topics", TIME_TO_ANSWER));
                LogSource source = LogSource.open(connection, Optional.empty());
                BatchWriter writer = new BatchWriter("patchboard-read-model-writer")) {
            new Following(running, admin, source, writer).run();
        }
    }

    private void failed(RuntimeException failure) {
        upToDate = false;
        progress = failure instanceof KafkaException || failure instanceof ModelException
                ? failure.getMessage()
                : "that failed: " + failure;
    }

    @Override
    public void close() {
        thread.close();
    }

    /** With one connection to the cluster. */
    private final class Following {

        private final FollowerThread running;
        private final Admin admin;
        private final LogSource source;
        private final Lag lag;
        private final BatchWriter writer;
        private boolean begun;

        Following(FollowerThread running, Admin admin, LogSource source, BatchWriter writer) {
            this.writer = writer;
            this.running = running;
            this.admin = admin;
            this.source = source;
            this.lag = new Lag(admin, source, clock);
        }

        /** Until the thread is closed, or what is kept is of another log: then it is begun again. */
        void run() {
            if (!takesTopics() || !goesOnFromWhatIsKept()) {
                return;
            }
            lag.ask();
            long nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
            while (!running.isClosed()) {
                boolean newBoards = keep(source.poll(POLL));
                tellProgress();
                if (upToDate) {
                    tellLag();
                    if (lookSoon) {
                        lookSoon = false;
                        lag.ask();
                    }
                }
                if ((newBoards && upToDate) || System.nanoTime() - nextLook >= 0) {
                    if (!takesTopics()) {
                        return;
                    }
                    lag.ask();
                    nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
                }
            }
        }

        /** What is kept of a topic that is another one by now, or gone, is of another log. */
        private boolean takesTopics() {
            Map<String, String> found = LogTopicIds.of(connection, admin);
            Map<String, String> known = store.topics();
            if (known.entrySet().stream().anyMatch(topic -> !topic.getValue().equals(found.get(topic.getKey())))) {
                LOG.warn("Expected the topics whose entries the read model has, but found others. It is made again.");
                forget();
                return false;
            }
            if (!begun || !known.equals(found)) {
                store.putTopics(found);
                source.addNewPartitions();
                if (!begun) {
                    source.goOn(store.positions());
                    store.begin();
                }
                if (!begun || !upToDate) {
                    source.markEnd();
                }
                begun = true;
            }
            return true;
        }

        /** It does not where the broker lost the end of its log in a power failure, or more was cut than is kept. */
        private boolean goesOnFromWhatIsKept() {
            if (!source.goesOnFrom(store.positions())) {
                LOG.warn("Expected the log to go on from what the read model has, but it is shorter, or what comes next"
                        + " was cut. The read model is made again.");
                forget();
                return false;
            }
            return true;
        }

        private void forget() {
            writer.await();
            upToDate = false;
            store.clear();
        }

        /** @return whether boards were created, which may have queues that are new */
        private boolean keep(ConsumerRecords<byte[], byte[]> records) {
            if (records.isEmpty()) {
                return false;
            }
            // A record's bytes take longer to be understood than to be read, so all processors do that.
            List<Row> rows = StreamSupport.stream(records.spliterator(), records.count() >= MANY)
                    .map(this::row)
                    .flatMap(Optional::stream)
                    .toList();
            Map<TopicPartition, Long> next = new HashMap<>();
            for (TopicPartition partition : records.partitions()) {
                next.put(partition, records.records(partition).getLast().offset() + 1);
            }
            writer.write(() -> put(rows, next));
            if (upToDate || rows.stream().mapToLong(row -> row.value().length).sum() > MOST_WAITING_BYTES) {
                writer.await();
            }
            return rows.stream().anyMatch(row -> row.news().blueprint().isPresent());
        }

        private void put(List<Row> rows, Map<TopicPartition, Long> next) {
            store.put(rows, clock.millis(), next);
            onKept.accept(rows.stream().map(row -> row.news().boardId()).collect(Collectors.toSet()));
        }

        /** What is no entry is a gap, as the fold will tell. */
        private Optional<Row> row(ConsumerRecord<byte[], byte[]> record) {
            try {
                LogEntry entry = record.value() == null ? null : decoder.decodeWithoutBulk(record.value());
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                return entry != null
                                && entry.boardId().equals(key)
                                && entry.sequence() > 0
                                && entry.sequence() < ModelStore.SEQUENCES
                        ? Optional.of(Row.of(entry, record.value()))
                        : Optional.empty();
            } catch (UnreadableEntryException e) {
                needRegistry.addAndGet(e.needsRegistry() ? 1 : 0);
                LOG.debug("Expected a log entry at {}.", LogSource.place(record), e);
                return Optional.empty();
            }
        }

        private void tellLag() {
            lag.complete().ifPresent(at -> complete = at);
            lag.isLong().ifPresent(is -> {
                behind = is;
                if (is) {
                    progress = "what was committed some seconds ago has not been read yet";
                }
            });
        }

        private void tellProgress() {
            if (upToDate) {
                return;
            }
            LogSource.Left left = source.left();
            progress = left.missing() + " of " + left.all() + " records of their logs are still to be read";
            if (left.missing() == 0) {
                writer.await();
                progress = "what they are found by is still to be written down";
                store.index();
                upToDate = true;
                caughtUp.complete(null);
            }
        }
    }
}
