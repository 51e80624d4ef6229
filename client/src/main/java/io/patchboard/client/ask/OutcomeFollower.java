package io.patchboard.client.ask;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.FollowerThread;
import io.patchboard.client.log.LogSource;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.client.log.UnreadableLogException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows both outcome topics from their end, on one thread. Where each partition has been read to is kept here, so
 * that a new consumer goes on from there after whatever failed the old one.
 */
final class OutcomeFollower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long LOOK_AROUND_NANOS = Duration.ofSeconds(3).toNanos();
    private static final long LOOK_FOR_TOPICS_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final KafkaConnection connection;
    private final EntryDecoder decoder;
    private final Memory memory;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final FollowerThread thread;
    private boolean begun;
    private volatile CompletableFuture<Void> following = new CompletableFuture<>();

    OutcomeFollower(KafkaConnection connection, EntryDecoder decoder, Memory memory) {
        this.connection = connection;
        this.decoder = decoder;
        this.memory = memory;
        this.thread = new FollowerThread(
                "patchboard-outcomes",
                "follow the outcomes of requests",
                PAUSE_AFTER_FAILURE,
                this::follow,
                this::failed);
    }

    void start() {
        thread.start();
    }

    /**
     * Completes when nothing that is decided from now on can be missed; exceptionally if that cannot come true without
     * somebody's help.
     */
    CompletableFuture<Void> following() {
        return following;
    }

    private void failed(RuntimeException failure) {
        CompletableFuture<Void> before = following;
        if (!(failure instanceof RetriableException) && !before.isDone()) {
            following = new CompletableFuture<>();
            before.completeExceptionally(failure);
        }
    }

    /**
     * What is there is read from its end; a topic that appears later has nothing yet, and is read from its beginning.
     */
    private void follow(FollowerThread running) {
        try (LogSource source = LogSource.openOutcomes(connection, Optional.empty())) {
            if (!begun) {
                positions.putAll(source.skipToEnd());
                begun = true;
            }
            source.goOn(positions);
            following.complete(null);
            long nextLook = nextLook(source);
            while (!running.isClosed()) {
                for (ConsumerRecord<byte[], byte[]> record : source.poll(POLL)) {
                    hear(record);
                    positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
                }
                if (System.nanoTime() - nextLook >= 0) {
                    source.addNewPartitions();
                    nextLook = nextLook(source);
                }
            }
        }
    }

    private static long nextLook(LogSource source) {
        return System.nanoTime() + (source.hasAllTopics() ? LOOK_AROUND_NANOS : LOOK_FOR_TOPICS_NANOS);
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return;
        }
        String boardId = new String(record.key(), StandardCharsets.UTF_8);
        if (!memory.isAwaited(boardId)) {
            return;
        }
        try {
            memory.decide(decoder.decode(record.value()));
        } catch (UnreadableEntryException e) {
            String place = LogSource.place(record);
            if (e.needsRegistry()) {
                memory.fail(boardId, UnreadableLogException.withoutRegistry(boardId, place));
            } else {
                LOG.warn("Expected a log entry at {}, but: {} It is skipped.", place, e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
