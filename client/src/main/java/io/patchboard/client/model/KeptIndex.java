package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * The index that a server keeps in another process, read beside it. Whether it is of this cluster's log, its topics'
 * ids say; whether it has all, the end of the topics says, of which only what the index does not have yet is read.
 */
public final class KeptIndex {

    /** What is farther behind is not waited for. */
    private static final long MOST_BEHIND = 100_000;

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(15);
    private static final int PART_OF_HEAP = 16;

    private KeptIndex() {}

    /**
     * Boards as the index has them, with all that was committed when this was called. It is not written, and goes on as
     * the server does.
     *
     * @param dir that was given to {@link BoardModel#follow}
     * @return absent if no such index is there, or nobody brings it up to date within seconds
     */
    public static Optional<BoardModel> open(KafkaConnection connection, Path dir) throws InterruptedException {
        return open(connection, dir, PATIENCE);
    }

    /** @param patience how long to wait until the server has kept all */
    static Optional<BoardModel> open(KafkaConnection connection, Path dir, Duration patience)
            throws InterruptedException {
        Optional<ModelStore> kept = ModelStore.openKept(dir);
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        ModelStore store = kept.get();
        if (!isFresh(store, connection, patience)) {
            store.close();
            return Optional.empty();
        }
        return Optional.of(new BoardModel(
                connection, store, InstantSource.system(), Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    private static boolean isFresh(ModelStore store, KafkaConnection connection, Duration patience)
            throws InterruptedException {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-kept-index", TIME_TO_ANSWER));
                LogSource source = LogSource.open(connection, Optional.empty())) {
            Map<String, String> topics = store.topics();
            Map<TopicPartition, Long> positions = store.positions();
            source.markEnd();
            if (topics.isEmpty()
                    || !topics.equals(LogTopicIds.of(connection, admin))
                    || !source.goesOnFrom(positions)) {
                return false;
            }
            source.goOn(positions);
            return source.left().missing() <= MOST_BEHIND && awaitKept(store, rest(source), patience);
        } catch (ModelException e) {
            return false; // it is made anew, or may not be read
        }
    }

    /** Where the records end that the source has still to read; what stands there beside records does not count. */
    private static Map<TopicPartition, Long> rest(LogSource source) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        while (source.left().missing() > 0) {
            source.poll(POLL)
                    .forEach(record ->
                            ends.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1));
        }
        return ends;
    }

    private static boolean awaitKept(ModelStore store, Map<TopicPartition, Long> ends, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!hasAll(store.positions(), ends) || !store.isIndexed()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(POLL);
        }
        return true;
    }

    private static boolean hasAll(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }
}
