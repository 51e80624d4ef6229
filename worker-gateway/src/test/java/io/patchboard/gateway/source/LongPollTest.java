package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockShareConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LongPollTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** A consumer whose polls bring nothing until they are woken, and whose fetches come back or do not. */
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // as with the real one, another thread ends a poll
    private static final class Waiting extends MockShareConsumer<byte[], byte[]> {

        private final AtomicInteger polls = new AtomicInteger();
        private final AtomicInteger fetches = new AtomicInteger();
        private final AtomicBoolean fetching = new AtomicBoolean(true);
        private final Semaphore woken = new Semaphore(0);

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            polls.incrementAndGet();
            woken.acquireUninterruptibly();
            throw new WakeupException();
        }

        @Override
        public void wakeup() {
            woken.release();
        }

        @Override
        public Map<MetricName, ? extends Metric> metrics() {
            MetricName name = new MetricName("fetch-total", "g", "", Map.of());
            return Map.of(name, new Metric() {
                @Override
                public MetricName metricName() {
                    return name;
                }

                @Override
                public Object metricValue() {
                    return (double) (fetching.get() ? fetches.incrementAndGet() : fetches.get());
                }
            });
        }
    }

    private final Waiting consumer = new Waiting();
    private final LongPoll poll = new LongPoll(consumer);
    private final AtomicBoolean wanted = new AtomicBoolean(true);

    @AfterEach
    void end() {
        consumer.woken.release();
    }

    private CompletableFuture<ConsumerRecords<byte[], byte[]>> begun() {
        CompletableFuture<ConsumerRecords<byte[], byte[]>> result =
                CompletableFuture.supplyAsync(() -> poll.records(wanted::get), task -> new Thread(task).start());
        await().atMost(PATIENCE).until(() -> consumer.polls.get() == 1);
        return result;
    }

    @Test
    void records_theClientFetchesOn_theSamePollGoesOn() {
        var result = begun();
        int before = consumer.fetches.get();
        // A tenth of a second each, so for longer than a client without fetches is given.
        await().atMost(PATIENCE).until(() -> {
            poll.endIfCeased();
            return consumer.fetches.get() >= before + 10;
        });
        assertThat(result).isNotDone();
        assertThat(consumer.polls).hasValue(1);
    }

    @Test
    void records_theClientFetchesNoMore_ends() {
        var result = begun();
        consumer.fetching.set(false);
        await().atMost(PATIENCE).until(() -> {
            poll.endIfCeased();
            return result.isDone();
        });
        assertThat(result.join()).isEmpty();
    }

    @Test
    void end_whileItPolls_ends() {
        var result = begun();
        poll.end();
        assertThat(result.join()).isEmpty();
    }

    @Test
    void end_whileNobodyPolls_wakesNoLaterOne() {
        poll.end();
        assertThat(consumer.woken.availablePermits()).isZero();
    }

    @Test
    void records_notWantedAnyMore_noPoll() {
        wanted.set(false);
        assertThat(poll.records(wanted::get)).isEmpty();
        assertThat(consumer.polls).hasValue(0);
    }
}
