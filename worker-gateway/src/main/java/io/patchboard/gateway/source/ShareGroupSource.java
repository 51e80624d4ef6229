package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Invocations through a share group.
 *
 * <p>Guarantee: what is delivered stays locked, and its lock is renewed, until it is settled or this closes; then it is
 * released, and another member has it at once. A process that is killed loses its locks with its connections, one that
 * hangs when they run out. A share consumer that holds a record cannot fetch, so there are several, see
 * {@link ShareLanes}.
 */
public final class ShareGroupSource implements InvocationSource {

    private static final int SMALL_BATCH = 8;
    private static final int LARGE_BATCH = 64;
    private static final int BATCHES = 16;

    /** Quick workers have records taken thousands of times a second. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** Settings that a share consumer refuses, as they belong to consumer groups or to the broker. */
    private static final Set<String> NOT_FOR_SHARE_GROUPS = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private final TopicWatch watch;
    private final ShareLanes lanes;
    private long nextLook = System.nanoTime();

    ShareGroupSource(SourceConfig config, Admin admin) {
        Map<String, Object> settings = settings(config);
        this.watch = new TopicWatch(admin, config.topics(), System::nanoTime);
        this.lanes = new ShareLanes(
                config.shareGroup(),
                batch(config),
                () -> new KafkaShareConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                watch::found);
    }

    /**
     * As many as can be worked on at once: with fewer, quick workers wait for the next batch; with more, what waits
     * here is kept from other gateways. Several batches fit into what is taken, so that one with a slow record does not
     * hold back all others.
     */
    private static int batch(SourceConfig config) {
        int spread = (config.maxTaken() + BATCHES - 1) / BATCHES;
        int wanted = Math.min(config.atOnce(), spread);
        return Math.min(config.maxTaken(), Math.max(SMALL_BATCH, Math.min(LARGE_BATCH, wanted)));
    }

    /** Of each member's consumer. Public so that what is compared with a gateway can run with the same. */
    public static Map<String, Object> settings(SourceConfig config) {
        Map<String, Object> settings = config.connection()
                .clientConfig(Map.of(
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        "false",
                        // A lane polls again when its batch is done, however long that takes; its locks are renewed
                        // meanwhile.
                        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                        Integer.toString(Integer.MAX_VALUE)));
        settings.keySet().removeAll(NOT_FOR_SHARE_GROUPS);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.shareGroup());
        settings.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
        settings.put(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG, "record_limit");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(batch(config)));
        return settings;
    }

    @Override
    public List<Delivery> poll(Duration timeout, int max) {
        try {
            if (max == 0) {
                lanes.credits().set(0);
                TimeUnit.NANOSECONDS.sleep(timeout.toNanos());
                return List.of();
            }
            tendWhatIsDue();
            return lanes.take(timeout, max);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void tendWhatIsDue() {
        long now = System.nanoTime();
        if (now - nextLook >= 0) {
            watch.tend();
            lanes.tend();
            nextLook = now + BETWEEN_LOOKS.toNanos();
        }
    }

    @Override
    public void drain() {
        lanes.drain();
    }

    @Override
    public void close() {
        lanes.close();
    }
}
