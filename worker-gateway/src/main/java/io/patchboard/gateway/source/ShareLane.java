package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of the share group, with a thread of its own: takes a batch, holds it until every record of it is settled,
 * and takes the next.
 *
 * <p>The client forces the batches: with explicit acknowledgement a poll is refused before every record of the last one
 * is acknowledged, and one that is acknowledged with {@code RENEW} comes back with the next poll, which brings nothing
 * else as long as there are such records. So one slow record keeps its lane from fetching, and others must fetch
 * meanwhile, see {@link ShareLanes}. Settled records of the batch are acknowledged soon, not at its end.
 *
 * <p>A lane that releases something waits for those that may still fetch, for they would take what it releases
 * and release it again, until the broker has counted as many deliveries as it allows.
 */
final class ShareLane implements Runnable {

    /** A lane that is busy for longer is not counted on to fetch. */
    static final Duration BUSY = Duration.ofMillis(200);

    private static final Logger LOG = LoggerFactory.getLogger(ShareLane.class);
    private static final Duration NAP = Duration.ofMillis(100);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration PAUSE_BEFORE_REDELIVERY = Duration.ofSeconds(1);
    private static final Duration LOCK_UNLESS_TOLD = Duration.ofSeconds(15);

    private final ShareLanes lanes;
    private final Supplier<ShareConsumer<byte[], byte[]>> opener;
    private final BlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
    private final Map<String, ShareDelivery> held = new HashMap<>();
    private final List<Again> again = new ArrayList<>();
    private boolean quiet;
    private final HeartbeatWatch heartbeats = new HeartbeatWatch();
    private volatile Optional<LongPoll> poll = Optional.empty();
    private volatile Set<String> subscribed = Set.of();
    private volatile boolean surplus;
    private volatile boolean ended;
    private volatile Optional<Batch> batch = Optional.empty();

    private record Settled(ShareDelivery delivery, ShareDelivery.Outcome outcome) {}

    private record Again(ShareDelivery delivery, long due) {}

    private record Batch(long since, Set<TopicPartition> partitions) {}

    ShareLane(ShareLanes lanes, Supplier<ShareConsumer<byte[], byte[]>> opener) {
        this.lanes = lanes;
        this.opener = opener;
    }

    /** From any thread. */
    void settled(ShareDelivery delivery, ShareDelivery.Outcome outcome) {
        settled.add(new Settled(delivery, outcome));
    }

    /** Of which partitions it has records that keep it from fetching; none if it fetches, or will in a moment. */
    Set<TopicPartition> busyWith() {
        return batch.filter(held -> System.nanoTime() - held.since() >= BUSY.toNanos())
                .map(Batch::partitions)
                .orElse(Set.of());
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether it has ended or was asked to. */
    boolean isLeaving() {
        return ended || surplus;
    }

    /** Asks it to leave when it has nothing in hand. */
    void leave() {
        surplus = true;
        lookAround();
    }

    /** Whether its client sends heartbeats without end; see {@link HeartbeatWatch}. */
    boolean isInStorm() {
        return heartbeats.isStorm();
    }

    /** From any thread, when what it was told has changed. */
    void lookAround() {
        poll.ifPresent(LongPoll::end);
    }

    /** Called often, by one thread. */
    void tend() {
        if (lanes.topics().equals(subscribed)) {
            poll.ifPresent(LongPoll::endIfCeased);
        } else {
            lookAround();
        }
    }

    @Override
    public void run() {
        try (ShareConsumer<byte[], byte[]> consumer = opener.get()) {
            heartbeats.of(consumer.metrics());
            LongPoll fetching = new LongPoll(consumer);
            Acknowledgements acknowledgements = new Acknowledgements(consumer);
            poll = Optional.of(fetching);
            try {
                while (lanes.isTaking() && !surplus) {
                    if (readyToFetch(consumer, acknowledgements)) {
                        hold(consumer, fetching.records(() -> lanes.isTaking() && !surplus), acknowledgements);
                    }
                }
            } finally {
                giveBack(consumer);
            }
        } catch (InterruptedException e) {
            LOG.debug("{} ends, as it was interrupted.", Thread.currentThread().getName());
        } catch (RuntimeException e) {
            lanes.laneFailed(e);
        } finally {
            ended = true;
            lanes.credits().fetched(this);
            fallSilent();
        }
    }

    private void fallSilent() {
        if (!quiet) {
            quiet = true;
            lanes.laneIsQuiet();
        }
    }

    private boolean readyToFetch(ShareConsumer<byte[], byte[]> consumer, Acknowledgements acknowledgements)
            throws InterruptedException {
        Set<String> topics = lanes.topics();
        if (topics.isEmpty()) {
            acknowledgements.send();
            TimeUnit.NANOSECONDS.sleep(NAP.toNanos());
            return false;
        }
        if (!lanes.credits().await(this, NAP)) {
            acknowledgements.send();
            return false;
        }
        if (!topics.equals(subscribed)) {
            consumer.subscribe(topics);
            subscribed = topics;
        }
        return true;
    }

    private void hold(
            ShareConsumer<byte[], byte[]> consumer,
            ConsumerRecords<byte[], byte[]> records,
            Acknowledgements acknowledgements)
            throws InterruptedException {
        if (records.isEmpty()) {
            return;
        }
        acknowledgements.taken();
        long start = System.nanoTime();
        batch = Optional.of(new Batch(start, records.partitions()));
        List<ShareDelivery> deliveries = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            ShareDelivery delivery = new ShareDelivery(record, this);
            held.put(delivery.position(), delivery);
            deliveries.add(delivery);
        }
        lanes.ready(deliveries);
        lanes.credits().fetched(this);
        long third = consumer.acquisitionLockTimeoutMs()
                        .map(Duration::ofMillis)
                        .orElse(LOCK_UNLESS_TOLD)
                        .toNanos()
                / 3;
        long renewal = start + third;
        while (!held.isEmpty() && !lanes.isClosed()) {
            settle(acknowledgements, renewal);
            long now = System.nanoTime();
            if (!held.isEmpty() && now - renewal >= 0) {
                renew(consumer);
                renewal = now + third;
            }
        }
        batch = Optional.empty();
    }

    /** Waits a little for what is settled, and passes it on. */
    private void settle(Acknowledgements acknowledgements, long renewal) throws InterruptedException {
        long until = Math.min(acknowledgements.dueOr(renewal), renewal);
        long wait = Math.min(NAP.toNanos(), Math.max(0, until - System.nanoTime()));
        for (Settled next = settled.poll(wait, TimeUnit.NANOSECONDS); next != null; next = settled.poll()) {
            ShareDelivery delivery = next.delivery();
            if (held.get(delivery.position()) != delivery) {
                LOG.debug("{} was settled after its lock was lost.", delivery.position());
            } else if (next.outcome() == ShareDelivery.Outcome.DONE) {
                held.remove(delivery.position());
                acknowledgements.add(delivery, AcknowledgeType.ACCEPT);
            } else {
                again.add(new Again(delivery, System.nanoTime() + PAUSE_BEFORE_REDELIVERY.toNanos()));
            }
        }
        if (lanes.isDraining()) {
            release(acknowledgements);
        } else {
            deliverAgain();
        }
        if (!held.isEmpty()) {
            acknowledgements.sendIfDue();
        }
    }

    /** From memory: a release to the broker would count against the limit of deliveries, and come back at once. */
    private void deliverAgain() {
        long now = System.nanoTime();
        List<ShareDelivery> due = new ArrayList<>();
        again.removeIf(one -> {
            if (now - one.due() < 0) {
                return false;
            }
            String position = one.delivery().position();
            if (held.get(position) == one.delivery()) {
                ShareDelivery delivery = new ShareDelivery(one.delivery().record(), this);
                held.put(position, delivery);
                due.add(delivery);
            }
            return true;
        });
        lanes.ready(due);
    }

    /** In a stop others should have it at once, as soon as no lane here would take it back. */
    private void release(Acknowledgements acknowledgements) {
        fallSilent();
        if (!lanes.isQuiet()) {
            return;
        }
        for (Again one : again) {
            if (held.remove(one.delivery().position(), one.delivery())) {
                acknowledgements.add(one.delivery(), AcknowledgeType.RELEASE);
            }
        }
        again.clear();
    }

    private void renew(ShareConsumer<byte[], byte[]> consumer) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> records =
                held.values().stream().map(ShareDelivery::record).toList();
        Map<String, ShareDelivery> renewed = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : LockRenewal.renew(consumer, records)) {
            ShareDelivery again = new ShareDelivery(record, this);
            ShareDelivery delivery =
                    Optional.ofNullable(held.remove(again.position())).orElse(again);
            if (delivery == again) {
                lanes.ready(List.of(delivery));
            }
            renewed.put(delivery.position(), delivery);
        }
        held.values().forEach(ShareDelivery::lose);
        held.clear();
        held.putAll(renewed);
    }

    /** What is held goes to others at once. */
    private void giveBack(ShareConsumer<byte[], byte[]> consumer) {
        if (!held.isEmpty()) {
            fallSilent();
            lanes.awaitQuiet();
        }
        for (Settled next = settled.poll(); next != null; next = settled.poll()) {
            ShareDelivery delivery = next.delivery();
            if (next.outcome() == ShareDelivery.Outcome.DONE && held.remove(delivery.position(), delivery)) {
                consumer.acknowledge(delivery.record(), AcknowledgeType.ACCEPT);
            }
        }
        try {
            held.values().forEach(delivery -> consumer.acknowledge(delivery.record(), AcknowledgeType.RELEASE));
            held.clear();
            consumer.close(CLOSE_TIMEOUT);
        } catch (KafkaException | IllegalStateException e) {
            LOG.warn("Expected to leave the share group in order, but: {}", e.toString());
        }
    }
}
