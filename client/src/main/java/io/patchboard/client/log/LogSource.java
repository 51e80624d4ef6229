package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Partitioning;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The partitions of some topics, read as they are committed: from their beginning, unless that is skipped or another
 * place is known. Used by one thread.
 */
public final class LogSource implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Entries that may wait for others before the partitions that they came from are held back. */
    private static final long MOST_WAITING = 10_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final Set<String> named;
    private final Predicate<String> others;
    private final Optional<byte[]> key;
    private Map<TopicPartition, Long> end = Map.of();
    private final Duration patience;
    private Deadline stalled;

    private LogSource(KafkaConnection connection, Set<String> named, Predicate<String> others, Optional<byte[]> key) {
        this.topics = connection.topics();
        this.named = named;
        this.others = others;
        this.key = key;
        this.patience = connection.patience(PATIENCE);
        this.stalled = Deadline.in(patience);
        this.consumer = LogConsumers.open(connection, PATIENCE);
    }

    /**
     * @param boardId whose partitions; empty for all
     * @throws org.apache.kafka.common.errors.TopicAuthorizationException naming a topic that there is, as far as one
     *     may know, and that may not be described
     */
    public static LogSource open(KafkaConnection connection, Optional<String> boardId) {
        Topics topics = connection.topics();
        return open(connection, Set.of(topics.committed(), topics.rejected()), topics::holdsInvocations, boardId);
    }

    /** What tells the outcomes of requests; otherwise as {@link #open}. */
    public static LogSource openOutcomes(KafkaConnection connection, Optional<String> boardId) {
        Topics topics = connection.topics();
        return open(connection, Set.of(topics.committed(), topics.rejected()), topic -> false, boardId);
    }

    /** Topics by their names; throws as {@link #open}. */
    public static LogSource openTopics(KafkaConnection connection, Set<String> names) {
        return open(connection, names, topic -> false, Optional.empty());
    }

    private static LogSource open(
            KafkaConnection connection, Set<String> named, Predicate<String> others, Optional<String> boardId) {
        LogSource source =
                new LogSource(connection, named, others, boardId.map(id -> id.getBytes(StandardCharsets.UTF_8)));
        try {
            source.addNewPartitions();
            return source;
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** Takes partitions that were not there before, from their beginning. */
    public void addNewPartitions() {
        Set<TopicPartition> all = new HashSet<>(consumer.assignment());
        Set<TopicPartition> fresh = partitions();
        fresh.removeAll(all);
        if (fresh.isEmpty()) {
            return;
        }
        all.addAll(fresh);
        consumer.assign(all);
        consumer.seekToBeginning(fresh);
    }

    /** Whether there is, of each topic that was named, something to read. */
    public boolean hasAllTopics() {
        return topics().containsAll(named);
    }

    /** Goes on from these places; partitions that none is given for are read from where they are. */
    public void goOn(Map<TopicPartition, Long> places) {
        consumer.assignment().stream()
                .filter(places::containsKey)
                .forEach(partition -> consumer.seek(partition, places.get(partition)));
    }

    private Set<TopicPartition> partitions() {
        Map<String, List<PartitionInfo>> listed = consumer.listTopics();
        requireDescribable(named, listed.keySet());
        return listed.entrySet().stream()
                .filter(topic -> named.contains(topic.getKey()) || others.test(topic.getKey()))
                .flatMap(topic -> mine(topic.getValue()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** A topic that may not be described is not listed; asked for by its name, it is refused. */
    private void requireDescribable(Set<String> wanted, Set<String> listed) {
        wanted.stream().filter(topic -> !listed.contains(topic)).sorted().forEach(consumer::partitionsFor);
    }

    /**
     * That the topics of these queues are read, as far as there are any.
     *
     * @throws org.apache.kafka.common.errors.TopicAuthorizationException naming one that may not be described
     */
    void requireReadable(Set<String> queues) {
        requireDescribable(queues.stream().map(topics::invocations).collect(Collectors.toSet()), topics());
    }

    SortedSet<String> topics() {
        return consumer.assignment().stream().map(TopicPartition::topic).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The partition of a key in one of the topics that are read whole, as Kafka's default partitioner chooses it. */
    int partitionOf(String topic, byte[] otherKey) {
        int partitions = (int) consumer.assignment().stream()
                .filter(at -> at.topic().equals(topic))
                .count();
        return Partitioning.partition(otherKey, partitions);
    }

    private Collection<PartitionInfo> mine(List<PartitionInfo> partitions) {
        if (key.isEmpty() || partitions.isEmpty()) {
            return partitions;
        }
        int chosen = Partitioning.partition(key.get(), partitions.size());
        return partitions.stream().filter(info -> info.partition() == chosen).toList();
    }

    /** The first offset that is left of each partition. */
    Map<TopicPartition, Long> begins() {
        return consumer.beginningOffsets(consumer.assignment());
    }

    /** Remembers what is committed by now. */
    public void markEnd() {
        end = consumer.endOffsets(consumer.assignment());
    }

    Map<TopicPartition, Long> ends() {
        return Map.copyOf(end);
    }

    /** As {@link #markEnd}, of transactions that are still open, too: the reading ends where all have ended. */
    void markWritten(KafkaConnection connection) {
        end = Offsets.written(connection, consumer.assignment());
    }

    /**
     * Passes over what is there, which is not even fetched; {@link #markEnd} is part of it.
     *
     * @return where it goes on
     */
    public Map<TopicPartition, Long> skipToEnd() {
        markEnd();
        end.forEach(consumer::seek);
        return Map.copyOf(end);
    }

    /** Whether the marked end is not before these places, and of what follows at most a transaction's mark was cut. */
    public boolean goesOnFrom(Map<TopicPartition, Long> places) {
        Map<TopicPartition, Long> begins = begins();
        return places.entrySet().stream()
                .allMatch(place -> place.getValue() <= end.getOrDefault(place.getKey(), Long.MAX_VALUE)
                        && place.getValue() + 1 >= begins.getOrDefault(place.getKey(), 0L));
    }

    /** What is read. */
    public Set<TopicPartition> partitionsRead() {
        return Set.copyOf(consumer.assignment());
    }

    /** Whether all before these places, of partitions that are read, has been polled. */
    public boolean isPast(Map<TopicPartition, Long> places) {
        return places.entrySet().stream().allMatch(place -> consumer.position(place.getKey()) >= place.getValue());
    }

    /** How many records are still to be read before the marked end, of how many. */
    public record Left(long missing, long all) {}

    public Left left() {
        long missing = end.entrySet().stream()
                .mapToLong(marked -> Math.max(0, marked.getValue() - consumer.position(marked.getKey())))
                .sum();
        return new Left(
                missing, end.values().stream().mapToLong(Long::longValue).sum());
    }

    MissingEntries missing(KafkaConnection connection, LogMerge merge) {
        return MissingEntries.in(connection, consumer, merge);
    }

    boolean atEnd() {
        return isPast(end);
    }

    /** Whether an entry was committed after the end was marked. */
    boolean isNew(LogRecord entry) {
        Long marked = end.get(new TopicPartition(entry.topic(), entry.partition()));
        return marked == null || entry.offset() >= marked;
    }

    /** @throws TimeoutException if there is something to be read before the marked end, but nothing comes */
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        if (consumer.assignment().isEmpty()) {
            // No topics yet. A consumer does not wait for what it was not given; this ends early when interrupted.
            LockSupport.parkNanos(timeout.toNanos());
            return ConsumerRecords.empty();
        }
        Map<TopicPartition, Long> before = positions();
        ConsumerRecords<byte[], byte[]> records = consumer.poll(timeout);
        if (!records.isEmpty() || atEnd() || !positions().equals(before)) {
            stalled = Deadline.in(patience);
        } else if (stalled.passed()) {
            throw new TimeoutException("Expected the rest of the log within " + patience.toSeconds()
                    + " s, but nothing came for that long.");
        }
        return records;
    }

    private Map<TopicPartition, Long> positions() {
        return end.keySet().stream().collect(Collectors.toMap(partition -> partition, consumer::position));
    }

    /**
     * Keeps topics abreast, so that the entries that wait for others stay few however long the log is: the partitions
     * of those that wait are paused until the others have caught up.
     */
    void balance(LogMerge merge) {
        if (!consumer.paused().isEmpty()) {
            if (allReachedBut(consumer.paused()) || merge.waiting() < MOST_WAITING / 2) {
                consumer.resume(consumer.paused());
            }
        } else if (merge.waiting() > MOST_WAITING) {
            Set<TopicPartition> ahead = merge.held().stream()
                    .map(entry -> new TopicPartition(entry.topic(), entry.partition()))
                    .collect(Collectors.toSet());
            if (!allReachedBut(ahead)) {
                consumer.pause(ahead);
            }
        }
    }

    private boolean allReachedBut(Set<TopicPartition> some) {
        return end.keySet().stream()
                .allMatch(partition -> some.contains(partition) || isPast(Map.of(partition, end.get(partition))));
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            consumer.close();
        } catch (InterruptException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static String place(ConsumerRecord<?, ?> raw) {
        return raw.topic() + "-" + raw.partition() + "@" + raw.offset();
    }
}
