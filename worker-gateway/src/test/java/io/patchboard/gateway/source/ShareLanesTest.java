package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockShareConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShareLanesTest {

    private static final TopicWatch.Found MANY = new TopicWatch.Found(Set.of("t"), 50);

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicReference<RuntimeException> refusal = new AtomicReference<>();
    private final ShareLanes lanes = new ShareLanes(
            "g-share",
            8,
            () -> {
                opened.incrementAndGet();
                if (refusal.get() != null) {
                    throw refusal.get();
                }
                return new MockShareConsumer<>();
            },
            () -> MANY);

    @AfterEach
    void close() {
        lanes.close();
    }

    @Test
    void tend_nothingIsBusy_fewLanesForManyPartitions() {
        lanes.tend();
        lanes.tend();
        await().until(() -> opened.get() == ShareLanes.FEW);
        await().during(Duration.ofMillis(500)).until(() -> {
            lanes.tend();
            return opened.get() == ShareLanes.FEW;
        });
    }

    @Test
    void tend_theGroupIsFull_oneAttemptAtATime() {
        refusal.set(new GroupMaxSizeReachedException("full"));
        long begin = System.nanoTime();
        lanes.tend();
        await().until(() -> opened.get() == ShareLanes.FEW);
        // After pauses of one and two seconds; without them there would be three for each second.
        await().until(() -> {
            lanes.tend();
            int further = opened.get() - ShareLanes.FEW;
            Duration pauses = Duration.ofSeconds((1L << further) - 1);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(pauses);
            return further >= 2;
        });
        refusal.set(null);
        await().atMost(Duration.ofMinutes(5)).until(() -> {
            lanes.tend();
            return opened.get() >= ShareLanes.FEW + 2 + ShareLanes.FEW - 1;
        });
    }

    @Test
    void tend_noRights_refused() {
        refusal.set(new GroupAuthorizationException("g-share"));
        AtomicReference<UnusableSourceException> thrown = new AtomicReference<>();
        await().until(() -> {
            try {
                lanes.tend();
            } catch (UnusableSourceException e) {
                thrown.set(e);
            }
            return thrown.get() != null;
        });
        assertThat(thrown.get()).hasMessageContaining("READ on GROUP g-share");
    }

    /** A consumer that gets two records, and only the first one back when their locks are renewed. */
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    private static final class Losing extends MockShareConsumer<byte[], byte[]> {

        private int records = 2;

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            List<ConsumerRecord<byte[], byte[]>> found = LongStream.range(0, records)
                    .mapToObj(offset -> new ConsumerRecord<>("t", 0, offset, new byte[0], new byte[0]))
                    .toList();
            records = 1;
            return new ConsumerRecords<>(Map.of(new TopicPartition("t", 0), found), Map.of());
        }

        @Override
        public Optional<Integer> acquisitionLockTimeoutMs() {
            return Optional.of(30);
        }
    }

    @Test
    void renewal_aLockThatHasEnded_itsDeliveryIsLost() throws Exception {
        Thread lane = new Thread(new ShareLane(lanes, Losing::new));
        lane.start();
        List<Delivery> taken = new ArrayList<>();
        while (taken.size() < 2) {
            taken.addAll(lanes.take(Duration.ofMinutes(1), 8));
        }

        await().until(() -> taken.get(1).isLost());

        assertThat(taken.get(0).isLost()).isFalse();
        lanes.close();
        lane.join();
    }
}
