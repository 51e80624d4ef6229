package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log as the members of a consumer group share it: each chosen entry is told, in the order of its board, until it
 * is done. Used by one thread, but for {@link #done}.
 *
 * <p>Entries that stand in one topic are read from where the group has come to: a board has one partition there, whose
 * order is the board's. Entries of several topics can only be ordered by what is dense, the sequence of all entries of
 * a board, and no position in a topic tells where that stands. So then the whole log is read from its beginning, at
 * each start and whenever members come or go; only what lies before the group's position is not told. That takes time
 * in proportion to the log, and a number for each board in memory.
 *
 * <p>With several members a board's partitions have to come to the same one. They do where all topics of the log have
 * equally many, as the kernel makes them; where they have not, this refuses to read several.
 */
public final class GroupReader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupReader.class);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Entries that may wait for others before the partitions that they came from are held back. */
    private static final long MOST_WAITING = 1_000;

    private final KafkaConnection connection;
    private final Topics topics;
    private final Choice choice;
    private final EntryDecoder decoder;
    private final GroupListener listener;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final GroupProgress progress;
    private LogMerge merge;
    private MissingEntries missing;
    private boolean broken;

    private GroupReader(KafkaConnection connection, String group, Choice choice, GroupListener listener) {
        this.connection = connection;
        this.topics = connection.topics();
        this.choice = choice;
        this.decoder = EntryDecoder.of(connection);
        this.listener = listener;
        this.consumer = LogConsumers.join(connection, PATIENCE, group);
        this.progress = new GroupProgress(consumer);
        this.merge = new LogMerge(this::tell, this::repeat);
        this.missing = MissingEntries.in(connection, consumer, merge);
    }

    /**
     * Joins a group.
     *
     * @param fromNow a group that has not begun yet begins with what is committed from now on, not with what is there
     * @throws org.apache.kafka.common.errors.TopicAuthorizationException naming a topic that may not be described
     */
    public static GroupReader join(
            KafkaConnection connection, String group, Choice choice, boolean fromNow, GroupListener listener) {
        GroupReader reader = new GroupReader(connection, group, choice, listener);
        try {
            reader.begin(fromNow);
            return reader;
        } catch (RuntimeException e) {
            reader.broken = true;
            reader.close();
            throw e;
        }
    }

    private void begin(boolean fromNow) {
        Pattern pattern = choice.topics(topics);
        Predicate<String> wanted = pattern.asMatchPredicate();
        Map<String, List<PartitionInfo>> listed = consumer.listTopics();
        Stream.of(topics.committed(), topics.rejected())
                .filter(topic -> wanted.test(topic) && !listed.containsKey(topic))
                .forEach(consumer::partitionsFor); // refused if it is there and may not be described
        Set<TopicPartition> there = listed.values().stream()
                .flatMap(List::stream)
                .filter(partition -> wanted.test(partition.topic()))
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .collect(Collectors.toSet());
        if (fromNow && consumer.committed(there).values().stream().noneMatch(Objects::nonNull)) {
            try {
                consumer.commitSync(GroupProgress.positions(consumer.endOffsets(there)), PATIENCE);
            } catch (CommitFailedException e) {
                LOG.debug("Another member has just begun.", e);
            }
        }
        consumer.subscribe(pattern, new Rebalance());
    }

    /** An entry that was told needs not be told again. May be called by any thread. */
    public void done(LogRecord entry) {
        progress.done(entry);
    }

    /**
     * Tells what has come.
     *
     * @param more whether there is room for more entries; the group's member stays one without
     * @throws org.apache.kafka.common.KafkaException also as {@link UnreadableLogException}: only closing is left then
     */
    public void poll(Duration timeout, boolean more) {
        progress.commitInBackground();
        Set<TopicPartition> ahead = more ? ahead() : consumer.assignment();
        consumer.resume(consumer.paused());
        consumer.pause(ahead);
        ConsumerRecords<byte[], byte[]> records = consumer.poll(timeout);
        broken = true; // until all of them were told: the position is behind them already
        records.forEach(this::hear);
        broken = false;
        if (more && !choice.inOneTopic()) {
            missing.passOver(ahead::contains);
        }
    }

    private Set<TopicPartition> ahead() {
        return merge.waiting() <= MOST_WAITING
                ? Set.of()
                : merge.held().stream().map(GroupProgress::partition).collect(Collectors.toSet());
    }

    private void hear(ConsumerRecord<byte[], byte[]> raw) {
        LogRecord next;
        try {
            next = LogRecord.read(raw, decoder);
        } catch (UnreadableEntryException e) {
            listener.problem(LogProblem.of(raw, e));
            return;
        }
        if (progress.concerns(next) && choice.holds(next, topics)) {
            progress.open(next);
        }
        if (choice.inOneTopic()) {
            tell(next);
        } else {
            merge.offer(next);
        }
    }

    private void tell(LogRecord next) {
        if (progress.isOpen(next)) {
            listener.entry(next);
        }
    }

    private void repeat(LogRecord next) {
        progress.done(next);
        listener.problem(LogProblem.repeated(next, next.place()));
    }

    private void requireSamePartitions() {
        Map<String, Set<Integer>> numbers = new TreeMap<>();
        consumer.assignment()
                .forEach(at -> numbers.computeIfAbsent(at.topic(), topic -> new TreeSet<>())
                        .add(at.partition()));
        if (Set.copyOf(numbers.values()).size() > 1) {
            throw new ConfigException("kinds of entries that stand in several topics can be put in order only if all"
                    + " topics of the log have equally many partitions, but this member was given " + numbers
                    + "; choose kinds of one topic at a time");
        }
    }

    /** Commits what is done, and leaves the group. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!broken) {
                progress.commitNow();
            }
            progress.forget();
            consumer.close(CloseOptions.timeout(PATIENCE));
        } catch (InterruptException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Members come or go: all that is read is given back, and something of it comes again. */
    private final class Rebalance implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            progress.commitNow();
            onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            progress.forget();
            merge = new LogMerge(GroupReader.this::tell, GroupReader.this::repeat);
            missing = MissingEntries.in(connection, consumer, merge);
            listener.dropped();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!choice.inOneTopic()) {
                requireSamePartitions();
            }
            Map<TopicPartition, Long> starts = new HashMap<>();
            consumer.committed(Set.copyOf(partitions)).forEach((partition, known) -> {
                if (known != null) {
                    starts.put(partition, known.offset());
                }
            });
            // A group without a position begins "now" when it is asked for again: what is not done would be lost.
            Map<TopicPartition, Long> fresh = consumer.beginningOffsets(partitions.stream()
                    .filter(partition -> !starts.containsKey(partition))
                    .toList());
            starts.putAll(fresh);
            starts.forEach((partition, start) -> {
                progress.begin(partition, start);
                consumer.seek(partition, choice.inOneTopic() ? start : 0);
            });
            progress.commitNow(fresh);
        }
    }
}
