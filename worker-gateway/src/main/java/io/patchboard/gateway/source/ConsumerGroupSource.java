package io.patchboard.gateway.source;

import io.patchboard.client.PartitionProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Invocations through a consumer group.
 *
 * <p>What was fetched and not yet taken waits here, and fetching pauses meanwhile, so that polling goes on however slow
 * the workers are. A released record is delivered again from memory after {@link #REDELIVERY_PAUSE}; its offset is not
 * committed before it is acknowledged. When a partition goes to another member, what is done is committed and the rest
 * forgotten: the other member gets it, and a late acknowledgement here has no effect.
 */
public final class ConsumerGroupSource implements InvocationSource {

    static final Duration REDELIVERY_PAUSE = Duration.ofSeconds(1);
    public static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);

    /** With so many given back, more would only fill the memory. */
    static final int MOST_REDELIVERIES = 500;

    /** Settings that a consumer refuses under {@link GroupProtocol#CONSUMER}. */
    private static final Set<String> OF_CLASSIC_GROUPS = Set.of(
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerGroupSource.class);
    private static final Duration SYNC_COMMIT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final LongSupplier nanoTime;
    private final Map<TopicPartition, PartitionProgress> progress = new ConcurrentHashMap<>();
    private final Deque<GroupDelivery> ready = new ArrayDeque<>();
    private final Deque<Redelivery> redeliveries = new ArrayDeque<>();
    private final Queue<GroupDelivery> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<GroupDelivery> released = new ConcurrentLinkedQueue<>();
    private boolean commitUnderWay;
    private long nextCommit;

    private record Redelivery(GroupDelivery delivery, long due) {}

    /** Takes over the consumer and subscribes it. */
    ConsumerGroupSource(Consumer<byte[], byte[]> consumer, InvocationTopics topics, LongSupplier nanoTime) {
        this.consumer = consumer;
        this.nanoTime = nanoTime;
        this.nextCommit = nanoTime.getAsLong();
        if (topics.queues().isEmpty()) {
            consumer.subscribe(topics.pattern(), new Rebalance());
        } else {
            consumer.subscribe(topics.names(), new Rebalance());
        }
    }

    static ConsumerGroupSource open(SourceConfig config, GroupProtocol protocol) {
        return new ConsumerGroupSource(
                new KafkaConsumer<>(
                        settings(config, protocol), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                config.topics(),
                System::nanoTime);
    }

    /**
     * Of its consumer: what the user gave, but for what would count invocations twice or pass them over. Public so that
     * what is compared with a gateway can run with the same.
     */
    public static Map<String, Object> settings(SourceConfig config, GroupProtocol protocol) {
        Map<String, String> usual = new HashMap<>();
        usual.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(config.maxTaken()));
        // A queue that is created later is found this soon.
        usual.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, "500");
        if (protocol == GroupProtocol.CLASSIC) {
            // A dead gateway's work moves on after 6 s instead of 45 s.
            usual.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "6000");
            usual.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "2000");
            // Only partitions that move are taken away: eager assignors would run everything under way twice.
            usual.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        }
        Map<String, Object> settings = config.connection().clientConfig(usual);
        if (protocol == GroupProtocol.CONSUMER) {
            settings.keySet().removeAll(OF_CLASSIC_GROUPS);
        }
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, protocol.setting());
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.group());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return settings;
    }

    @Override
    public List<Delivery> poll(Duration timeout, int max) {
        settle();
        commitInBackground();
        boolean wanted = max > 0 && ready.isEmpty() && redeliveries.size() < MOST_REDELIVERIES;
        if (wanted) {
            consumer.resume(consumer.paused());
        } else {
            consumer.pause(consumer.assignment());
        }
        Duration wait = max == 0 || ready.isEmpty() ? timeout : Duration.ZERO;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            PartitionProgress of = progress.computeIfAbsent(partition, any -> new PartitionProgress(record.offset()));
            of.fetched(record.offset());
            ready.addLast(new GroupDelivery(record, partition, of));
        }
        settle();
        return take(max);
    }

    @Override
    public void close() {
        try {
            settle();
            commitNow(progress.keySet());
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
    }

    private List<Delivery> take(int max) {
        List<Delivery> taken = new ArrayList<>();
        while (taken.size() < max
                && !redeliveries.isEmpty()
                && nanoTime.getAsLong() - redeliveries.peekFirst().due() >= 0) {
            taken.add(redeliveries.removeFirst().delivery());
        }
        while (taken.size() < max && !ready.isEmpty()) {
            taken.add(ready.removeFirst());
        }
        return taken;
    }

    private void settle() {
        for (GroupDelivery done = acknowledged.poll(); done != null; done = acknowledged.poll()) {
            done.progress.acknowledged(done.record.offset());
        }
        long due = nanoTime.getAsLong() + REDELIVERY_PAUSE.toNanos();
        for (GroupDelivery undone = released.poll(); undone != null; undone = released.poll()) {
            if (!undone.isLost()) {
                redeliveries.addLast(
                        new Redelivery(new GroupDelivery(undone.record, undone.partition, undone.progress), due));
            }
        }
    }

    /** One commit at a time and not too often: what is repeated after a crash costs work, never correctness. */
    private void commitInBackground() {
        long now = nanoTime.getAsLong();
        if (commitUnderWay || now - nextCommit < 0) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = committable(progress.keySet());
        if (offsets.isEmpty()) {
            return;
        }
        Map<TopicPartition, PartitionProgress> concerned = new HashMap<>(progress);
        commitUnderWay = true;
        nextCommit = now + COMMIT_INTERVAL.toNanos();
        consumer.commitAsync(offsets, (sent, failure) -> {
            commitUnderWay = false;
            if (failure == null) {
                sent.forEach((partition, offset) -> concerned.get(partition).committed(offset.offset()));
            } else {
                LOG.warn("Expected to commit {}, but failed; trying again.", sent, failure);
            }
        });
    }

    private void commitNow(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = committable(partitions);
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, SYNC_COMMIT_TIMEOUT);
            offsets.forEach((partition, offset) -> progress.get(partition).committed(offset.offset()));
        } catch (KafkaException e) {
            LOG.warn("Expected to commit {}, but failed; these invocations may be answered again.", offsets, e);
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committable(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PartitionProgress of = progress.get(partition);
            if (of != null && consumer.assignment().contains(partition)) {
                of.committable(consumer.position(partition))
                        .ifPresent(offset -> offsets.put(partition, new OffsetAndMetadata(offset)));
            }
        }
        return offsets;
    }

    private void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(progress::remove);
        ready.removeIf(delivery -> partitions.contains(delivery.partition));
        redeliveries.removeIf(redelivery -> partitions.contains(redelivery.delivery().partition));
    }

    private final class Rebalance implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            settle();
            commitNow(partitions);
            forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            LOG.warn(
                    "Expected to keep {}, but another member has them now; what is under way goes on there.",
                    partitions);
            forget(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            LOG.debug("Reading {}.", consumer.assignment());
        }
    }

    private final class GroupDelivery implements Delivery {

        private final ConsumerRecord<byte[], byte[]> record;
        private final TopicPartition partition;
        private final PartitionProgress progress;
        private final AtomicBoolean settled = new AtomicBoolean();

        private GroupDelivery(
                ConsumerRecord<byte[], byte[]> record, TopicPartition partition, PartitionProgress progress) {
            this.record = record;
            this.partition = partition;
            this.progress = progress;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> record() {
            return record;
        }

        @Override
        public boolean isLost() {
            return ConsumerGroupSource.this.progress.get(partition) != progress;
        }

        @Override
        public void ack() {
            if (settled.compareAndSet(false, true)) {
                acknowledged.add(this);
            }
        }

        @Override
        public void release() {
            if (settled.compareAndSet(false, true)) {
                released.add(this);
            }
        }
    }
}
