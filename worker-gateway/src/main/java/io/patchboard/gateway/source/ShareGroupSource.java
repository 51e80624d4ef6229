package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Invocations through a share group.
 *
 * <p>Guarantee: what is delivered stays locked, and its lock is renewed, until it is settled or this closes; then it is
 * released, and another member has it at once. A process that is killed loses its locks with its connections, one that
 * hangs when they run out.
 *
 * <p>Why several members: a share consumer that holds a record cannot fetch (see {@link ShareLane}). So there are always
 * some lanes that are free to fetch, and whenever too few are, more are opened: what is slow keeps its lane, what is quick
 * comes by another. It costs a thread, a connection or two and a member of the group for each.
 *
 * <p>What breaks it: {@link #MOST_LANES} slow invocations, each in a lane of its own, leave nothing to fetch with until
 * one of them is done; and {@code group.share.max.size} of the broker (200 by default) bounds the lanes of all members.
 */
final class ShareGroupSource implements InvocationSource {

    /** Free lanes at the beginning. Two for each of the four partitions that a queue has by default. */
    static final int FIRST_LANES = 8;

    static final int MOST_LANES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(ShareGroupSource.class);
    private static final int FEWEST_FREE = 4;
    private static final int SMALL_BATCH = 8;
    private static final int LARGE_BATCH = 64;
    private static final int BATCHES = 16;
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(8);

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
    private final String topicNotRead;
    private final Properties settings;
    private final int batch;
    private final int mostTaken;
    private final BlockingQueue<ShareDelivery> ready = new LinkedBlockingQueue<>();
    private final Map<ShareLane, Thread> lanes = new HashMap<>();
    private int demand;
    private int opened;
    private volatile long nextOpening = System.nanoTime();
    private volatile boolean closed;

    ShareGroupSource(SourceConfig config, Admin admin) {
        this.watch = new TopicWatch(admin, config.topics(), System::nanoTime);
        this.topicNotRead = config.topics().notRead();
        this.mostTaken = config.maxTaken();
        this.batch =
                Math.min(mostTaken, Math.max(SMALL_BATCH, Math.min(LARGE_BATCH, (mostTaken + BATCHES - 1) / BATCHES)));
        this.settings = settings(config, batch);
    }

    private static Properties settings(SourceConfig config, int batch) {
        Properties settings = new Properties();
        settings.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        settings.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        // A lane polls again when its batch is done, however long that takes; its locks are renewed meanwhile.
        settings.setProperty(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Integer.toString(Integer.MAX_VALUE));
        config.clientProperties().forEach((name, value) -> {
            if (!NOT_FOR_SHARE_GROUPS.contains(name)) {
                settings.setProperty(name, value);
            }
        });
        settings.setProperty(ConsumerConfig.GROUP_ID_CONFIG, config.shareGroup());
        settings.setProperty(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
        settings.setProperty(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG, "record_limit");
        settings.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(batch));
        return settings;
    }

    @Override
    public List<Delivery> poll(Duration timeout, int max) {
        demand(max);
        if (max > 0) {
            watch.tend();
            tendLanes();
        }
        List<Delivery> taken = new ArrayList<>();
        try {
            if (max == 0) {
                TimeUnit.NANOSECONDS.sleep(timeout.toNanos());
            } else {
                ShareDelivery first = ready.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
                if (first != null) {
                    taken.add(first);
                    ready.drainTo(taken, max - 1);
                    taken.removeIf(delivery -> ((ShareDelivery) delivery).isLost());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        demand(max - taken.size());
        return taken;
    }

    /** Ends when every lane has given back what it held, and left. */
    @Override
    public void close() {
        closed = true;
        demand(0);
        long end = System.nanoTime() + TIME_TO_CLOSE.toNanos();
        try {
            for (Thread thread : lanes.values()) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closed;
    }

    Set<String> topics() {
        return watch.found();
    }

    String topicNotRead() {
        return topicNotRead;
    }

    void ready(List<ShareDelivery> deliveries) {
        ready.addAll(deliveries);
    }

    /** Whether more should be fetched; waits a little until it should. */
    synchronized boolean awaitDemand(Duration limit) throws InterruptedException {
        if (demand <= ready.size() && !closed) {
            TimeUnit.NANOSECONDS.timedWait(this, limit.toNanos());
        }
        return demand > ready.size() && !closed;
    }

    void laneFailed(RuntimeException failure) {
        nextOpening = System.nanoTime() + PAUSE_AFTER_FAILURE.toNanos();
        LOG.warn(
                "Expected a member of the share group to go on, but it failed; what it held comes again, and another"
                        + " takes its place.",
                failure);
    }

    private synchronized void demand(int more) {
        demand = more;
        if (more > 0) {
            notifyAll();
        }
    }

    private void tendLanes() {
        lanes.keySet().removeIf(ShareLane::hasEnded);
        long now = System.nanoTime();
        if (now - nextOpening < 0 || watch.found().isEmpty()) {
            return;
        }
        int free = (int) lanes.keySet().stream().filter(ShareLane::isFree).count();
        int wanted = Math.min(FIRST_LANES, (mostTaken + batch - 1) / batch);
        if (free < Math.min(FEWEST_FREE, wanted) || lanes.size() < wanted) {
            int more = Math.min(Math.max(wanted - free, lanes.size() / 2), MOST_LANES - lanes.size());
            for (int i = 0; i < more; i++) {
                open();
            }
        } else if (free > 2 * wanted) {
            lanes.keySet().stream().filter(ShareLane::isFree).findAny().ifPresent(ShareLane::leave);
        }
    }

    private void open() {
        opened++;
        ShareLane lane = new ShareLane(this, this::consumer);
        Thread thread = new Thread(lane, "patchboard-share-" + opened);
        thread.setDaemon(true);
        lanes.put(lane, thread);
        thread.start();
    }

    private ShareConsumer<byte[], byte[]> consumer() {
        return new KafkaShareConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
