package io.patchboard.gateway;

import static io.patchboard.gateway.worker.Invocations.bytes;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is under way when a gateway is closed. */
final class GatewayCloseTest extends GatewayRig {

    @Test
    void close_parked_givenBackAtOnce() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Worker slow = invocation -> {
            started.countDown();
            finish.await();
            return Answer.nothing();
        };
        Gateway gateway = gateway(Map.of("w", given(slow)), 1, Duration.ofMinutes(5));
        FakeDelivery running = source.deliver(bytes(invocation("i-1", "w")));
        FakeDelivery parked = source.deliver(bytes(invocation("i-2", "w")));
        assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
        await().until(() -> gateway.parked() == 1);
        Thread closing = new Thread(gateway::close);
        closing.start();
        await().until(parked::isReleased);
        assertThat(source.drained.getCount()).isZero();
        assertThat(source.releasesBeforeDrain).hasValue(0);
        assertThat(running.isReleased()).isFalse();
        finish.countDown();
        await().until(() -> producer.completeNext() || running.isAcked());
        closing.join();
        assertThat(running.isAcked()).isTrue();
    }

    @Test
    void close_noFailure() {
        Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO);
        gateway.close();
        assertThat(gateway.failure().toCompletableFuture()).isNotDone();
    }

    @Test
    void close_waitsForWhatIsUnderWay() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Worker slow = invocation -> {
            started.countDown();
            finish.await();
            return Answer.nothing();
        };
        Gateway gateway = gateway(Map.of("w", given(slow)), 2, Duration.ofMinutes(5));
        FakeDelivery delivery = source.deliver(bytes(invocation("i-1", "w")));
        assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
        Thread closing = new Thread(gateway::close);
        closing.start();
        finish.countDown();
        await().until(() -> producer.completeNext() || delivery.isAcked());
        closing.join();
        assertThat(delivery.isAcked()).isTrue();
        assertThat(source.closed.getCount()).isZero();
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void close_afterTheGrace_givesUpWithoutAcknowledging() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Worker stuck = invocation -> {
            started.countDown();
            new CountDownLatch(1).await();
            return Answer.nothing();
        };
        Gateway gateway = gateway(Map.of("w", given(stuck)), 2, Duration.ofMillis(100));
        FakeDelivery delivery = source.deliver(bytes(invocation("i-1", "w")));
        assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
        gateway.close();
        assertThat(source.closed.getCount()).isZero();
        assertThat(source.acksBeforeClose).hasValue(0);
        assertThat(delivery.isAcked()).isFalse();
        assertThat(producer.history()).isEmpty();
    }
}
