package io.patchboard.gateway.limit;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.thread.DaemonThreads;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits that a gateway takes part in: a member of their group, for as long as it is open.
 *
 * <p>A share is certain for less than the time after which Kafka takes a member for dead, counted from when Kafka was
 * last heard of: so a gateway that is cut off has nothing begin any more before others are given its share, nor, when
 * it is back, before shares are decided anew.
 */
public final class FleetLimits implements Assignor.Member, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FleetLimits.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration CERTAIN = Duration.ofSeconds(8);
    private static final long BETWEEN_DECISIONS = Duration.ofMillis(500).toNanos();
    private static final long BETWEEN_WORDS = Duration.ofMinutes(1).toNanos();
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SortedMap<String, Permits> permits = new TreeMap<>();
    private final Thread thread;
    private final Map<String, Object> settings;
    private final String topic;
    private final Map<String, Long> waitingSince = new HashMap<>();
    private Optional<KafkaConsumer<byte[], byte[]>> consumer = Optional.empty();
    private String memberId = "";
    private String complaint = "";
    private boolean telling;
    private long heartbeats;
    private long pollBegan = System.nanoTime();
    private long lastTold = System.nanoTime();
    private volatile boolean closed;

    private FleetLimits(KafkaConnection connection, Collection<FleetLimit> limits) {
        limits.forEach(limit -> permits.put(limit.name(), new Permits(limit)));
        this.settings = settings(connection, this);
        this.topic = connection.topics().proposals();
        this.thread = DaemonThreads.named("patchboard-limits", this::run);
    }

    /** Those of no fleet, so that nothing is limited. */
    public static FleetLimits none() {
        return new FleetLimits(KafkaConnection.to(""), List.of());
    }

    /** @param limits none of which has the name of another */
    public static FleetLimits join(KafkaConnection connection, Collection<FleetLimit> limits) {
        FleetLimits joined = new FleetLimits(connection, limits);
        if (!limits.isEmpty()) {
            joined.thread.start();
        }
        return joined;
    }

    static Map<String, Object> settings(KafkaConnection connection, Assignor.Member member) {
        String group = connection.topics().limitsGroup();
        Map<String, Object> config = new HashMap<>(connection.memberConfig(group, Map.of()));
        config.put("group.protocol", "classic");
        config.put("partition.assignment.strategy", Assignor.class.getName());
        config.put("session.timeout.ms", (int) SESSION.toMillis());
        config.put("heartbeat.interval.ms", 500);
        config.put(Assignor.MEMBER, member);
        return config;
    }

    /** Absent if it is no limit of this gateway's. */
    public Optional<Permits> permits(FleetLimit limit) {
        return Optional.ofNullable(permits.get(limit.name()));
    }

    /** What each limit has for a metric. */
    public void measure(Measure measure) {
        permits.forEach(
                (name, own) -> measure.of(name, () -> asNumber(own.share().most()), own::used, own::waiting));
    }

    private static double asNumber(long most) {
        return most >= Decision.UNBOUNDED ? Double.POSITIVE_INFINITY : most;
    }

    /** Who wants to know how it goes. */
    public interface Measure {

        void of(String limit, Supplier<Number> share, Supplier<Number> used, Supplier<Number> waiting);
    }

    private void run() {
        while (!closed) {
            try {
                step();
            } catch (Exception e) {
                if (!closed && !String.valueOf(e.getMessage()).equals(complaint)) {
                    complaint = String.valueOf(e.getMessage());
                    LOG.warn(
                            "Expected to take part in the limits {} through group {}, but: {} Nothing that is limited"
                                    + " begins; trying again in {}.",
                            permits.keySet(),
                            settings.get("group.id"),
                            complaint,
                            PAUSE);
                }
                leave(GroupMembershipOperation.REMAIN_IN_GROUP);
                pause();
            }
        }
        leave(GroupMembershipOperation.LEAVE_GROUP);
    }

    private void step() {
        if (consumer.isEmpty()) {
            consumer = Optional.of(
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
            consumer.get().subscribe(List.of(topic));
            heartbeats = 0;
        }
        KafkaConsumer<byte[], byte[]> open = consumer.get();
        pollBegan = System.nanoTime();
        open.poll(POLL);
        long heard = heartbeats(open);
        boolean lapsed = false;
        if (heard > heartbeats) {
            heartbeats = heard;
            for (Permits own : permits.values()) {
                lapsed |= !own.staysCertain(pollBegan, CERTAIN);
            }
        }
        // Also where nothing has ended: what waits may have become too late.
        permits.values().forEach(Permits::wake);
        long now = System.nanoTime();
        // All look, since looking is what they learn their demand by.
        long stale = permits.values().stream().filter(Permits::isStale).count();
        if ((stale > 0 || lapsed) && !telling && now - lastTold > BETWEEN_DECISIONS) {
            lastTold = now;
            open.enforceRebalance("the use of limits has changed");
        }
        permits.values().forEach(own -> say(own, now));
    }

    private static long heartbeats(KafkaConsumer<?, ?> consumer) {
        ToDoubleFunction<Metric> value = metric -> metric.metricValue() instanceof Double number ? number : 0;
        return (long) consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("heartbeat-total"))
                .map(Map.Entry::getValue)
                .mapToDouble(value)
                .sum();
    }

    private void say(Permits own, long now) {
        String name = own.limit().name();
        int waiting = own.waiting();
        if (waiting == 0) {
            waitingSince.remove(name);
        } else if (now - waitingSince.computeIfAbsent(name, first -> now - BETWEEN_WORDS + PAUSE.toNanos() * 10)
                > BETWEEN_WORDS) {
            waitingSince.put(name, now);
            Share share = own.share();
            LOG.info(
                    "{} calls wait here for limit {}: this gateway's share is {}, of which {} are under way{}.",
                    waiting,
                    name,
                    share.most() >= Decision.UNBOUNDED ? "any number at once" : share.most() + " at once",
                    own.used(),
                    share.rate() >= Decision.UNBOUNDED ? "" : ", and " + share.rate() + " a day");
        }
    }

    @Override
    public Map<String, Stake> tell() {
        KafkaConsumer<byte[], byte[]> open = consumer.orElseThrow();
        boolean member = !memberId.isEmpty()
                && open.groupMetadata().memberId().equals(memberId)
                && open.groupMetadata().generationId() >= 0;
        telling = true;
        Map<String, Stake> stakes = new HashMap<>();
        permits.forEach((name, own) -> stakes.put(name, own.tell(member)));
        return stakes;
    }

    @Override
    public void decided(String id, Map<String, Share> shares) {
        telling = false;
        memberId = id;
        LOG.debug("The shares of this gateway are {}.", shares);
        permits.forEach((name, own) -> {
            own.decided(shares.getOrDefault(name, Share.NONE));
            own.certain(pollBegan, CERTAIN);
        });
    }

    /** Who leaves the group has nothing under way: others are given its share at once. */
    private void leave(GroupMembershipOperation how) {
        consumer.ifPresent(open -> {
            try {
                open.close(CloseOptions.groupMembershipOperation(how));
            } catch (Exception e) {
                LOG.debug("Expected to leave the group of limits, but failed.", e);
            }
        });
        consumer = Optional.empty();
        memberId = "";
        telling = false;
        permits.values().forEach(own -> own.decided(Share.NONE));
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException e) {
            LOG.debug("Interrupted in a pause, which ends it.");
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            if (thread.isAlive()) {
                thread.join(SESSION.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
