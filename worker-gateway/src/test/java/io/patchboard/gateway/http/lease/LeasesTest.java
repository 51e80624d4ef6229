package io.patchboard.gateway.http.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.JsonLimits;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Fake source = new Fake();
    private final Leases leases = new Leases(
            queue -> source,
            queue -> true,
            RecordDecoder.insistingOnRegistry(JsonLimits.DEFAULT, Map.of()),
            Clock.systemUTC(),
            LONG);

    @AfterEach
    void close() {
        leases.close();
    }

    @Test
    void invocation_thatAnotherServerHadInTheMeantime_isKnownToWhoWasAsked_andLentAgainWhenItIsBack() {
        lentAndLost();
        assertThat(leases.queue("i-1")).contains("llm");

        Noted back = source.deliver("i-1");
        assertThat(polled(LONG)).hasSize(1);
        assertThat(back.acknowledged).isFalse();
        leases.settle("i-1");
        assertThat(back.acknowledged).isTrue();
    }

    @Test
    void invocation_thatIsAnsweredWhileAnotherServerHasIt_isNotLentAgain() {
        lentAndLost();
        leases.settle("i-1");

        Noted back = source.deliver("i-1");

        await().until(() -> back.acknowledged);
        assertThat(polled(Duration.ZERO)).isEmpty();
    }

    @Test
    void invocation_whoseAnswerIsNotDecidedYet_isLentToNobodyElse_untilItIsRenewed() {
        Noted lent = source.deliver("i-1");
        Lease lease = polled(LONG).get(0);
        leases.keep("i-1");
        assertThat(leases.renew("i-1")).isPresent();
        lease.giveBack().run();

        leases.keep("i-1");
        assertThat(polled(Duration.ZERO)).isEmpty();
        assertThat(leases.renew("i-1")).isPresent();
        assertThat(polled(LONG)).hasSize(1);
        leases.keep("i-1");
        assertThat(lent.acknowledged).isFalse();
        leases.settle("i-1");
        assertThat(lent.acknowledged).isTrue();
    }

    /** They come again every second for as long as a registry is away. */
    @Test
    void recordsThatNeedARegistry_areToldOfOnce() {
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 3; i++) {
                source.queue.add(new Noted(new byte[] {0, 0, 0, 0, 7, 2}));
            }
            source.deliver("i-1");
            assertThat(polled(LONG)).hasSize(1);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("read the invocation at llm-0@0"))
                    .hasSize(1);
        }
    }

    private void lentAndLost() {
        Noted first = source.deliver("i-1");
        polled(LONG).get(0).giveBack().run();
        first.lost = true;
        assertThat(polled(Duration.ZERO)).isEmpty();
    }

    private List<Lease> polled(Duration patience) {
        return leases.poll("llm", new PollRequest(1, patience, Optional.empty(), Set.of(), () -> false))
                .orElseThrow()
                .join();
    }

    private static final class Fake implements InvocationSource {

        private final LinkedBlockingQueue<Delivery> queue = new LinkedBlockingQueue<>();

        Noted deliver(String id) {
            Noted delivery = new Noted(Invocations.bytes(Invocations.invocation(id, "a")));
            queue.add(delivery);
            return delivery;
        }

        @Override
        public List<Delivery> poll(Duration timeout, int max) {
            try {
                return Optional.ofNullable(queue.poll(timeout.toMillis(), TimeUnit.MILLISECONDS)).stream()
                        .toList();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            queue.clear();
        }
    }

    private static final class Noted implements Delivery {

        private final byte[] value;
        private volatile boolean lost;
        private volatile boolean acknowledged;

        Noted(byte[] value) {
            this.value = value;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> record() {
            return new ConsumerRecord<>("llm", 0, 0, null, value);
        }

        @Override
        public boolean isLost() {
            return lost;
        }

        @Override
        public void ack() {
            acknowledged = true;
        }

        @Override
        public void release() {
            // It is lost already.
        }
    }
}
