package io.patchboard.gateway;

import static io.patchboard.gateway.worker.Invocations.bytes;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.Limited;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.FairBy;
import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchProposal;
import io.patchboard.tracing.BoardTrace;
import io.patchboard.tracing.Tracing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.Test;

/** What becomes of each delivery, and how many are taken at a time. */
final class GatewayTest extends GatewayRig {

    @Test
    void invocation_acknowledgedOnlyOnceTheBrokerHasTheProposal() {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 4, Duration.ZERO)) {
            FakeDelivery delivery = source.deliver(bytes(invocation("i-1", "w")));
            await().until(() -> producer.history().size() == 1);
            assertThat(delivery.isAcked()).isFalse();
            assertThat(gateway.inFlight()).isEqualTo(1);
            producer.completeNext();
            await().until(delivery::isAcked);
            await().until(() -> gateway.inFlight() == 0);
        }
    }

    @Test
    void delivery_comesAgainWhileItsInvocationRuns_joinsIt() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Worker slow = invocation -> {
            calls.incrementAndGet();
            finish.await();
            return Answer.nothing();
        };
        Map<String, WorkerBinding> workers = Map.of("w", given(slow), "quick", given(invocation -> Answer.nothing()));
        try (Gateway gateway = gateway(workers, 4, Duration.ZERO)) {
            FakeDelivery first = source.deliver(bytes(invocation("i-1", "w")));
            await().until(() -> calls.get() == 1);
            FakeDelivery lost = source.deliver(bytes(invocation("i-1", "w")));
            lost.lost = true;
            FakeDelivery again = source.deliver(bytes(invocation("i-1", "w")));
            FakeDelivery after = source.deliver(bytes(invocation("i-2", "quick")));
            await().until(() -> producer.completeNext() || after.isAcked());
            await().until(after::isAcked);
            assertThat(calls).hasValue(1);
            assertThat(again.isAcked()).isFalse();
            finish.countDown();
            await().until(() -> producer.completeNext() || first.isAcked());
            await().until(() -> first.isAcked() && again.isAcked());
            assertThat(lost.isAcked()).isFalse();
            assertThat(calls).hasValue(1);
            FakeDelivery later = source.deliver(bytes(invocation("i-1", "w")));
            await().until(() -> producer.completeNext() || later.isAcked());
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void answer_isStored_theProducersThreadDoesNotGoOnWithIt() {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 1, Duration.ZERO)) {
            FakeDelivery delivery = source.deliver(bytes(invocation("i-1", "w")));
            await().until(() -> producer.history().size() == 1);
            AtomicReference<Thread> producers = new AtomicReference<>();
            Thread sender = new Thread(() -> {
                producers.set(Thread.currentThread());
                producer.completeNext();
            });
            sender.start();
            await().until(delivery::isAcked);
            assertThat(delivery.ackedBy.get()).isNotNull().isNotSameAs(producers.get());
        }
    }

    @Test
    void submission_failsUntilTheDeadline_released() throws Exception {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 4, Duration.ZERO)) {
            MoreTime.until(Duration.ofSeconds(3), limit -> {
                int before = producer.history().size();
                FakeDelivery delivery = source.deliver(
                        bytes(invocation("i-" + limit, "w", Instant.now().plus(limit), "{}")));
                await().until(() -> {
                    producer.errorNext(new AuthorizationException("no"));
                    return delivery.isReleased() || delivery.isAcked();
                });
                int sent = producer.history().size() - before;
                // One that was late already is skipped.
                assertThat(delivery.isAcked()).isEqualTo(sent == 0);
                return sent > 1;
            });
            assertThat(ended("given-back"))
                    .as("what the worker did came to nothing")
                    .isPositive();
            assertThat(ended("answered")).as("for each invocation one outcome").isZero();
        }
    }

    private double ended(String outcome) {
        return meters.find("patchboard.invocations").tag("outcome", outcome).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void undecodableForeignAndLate_skippedWithoutAnAnswer() {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 4, Duration.ZERO)) {
            List<FakeDelivery> skipped = List.of(
                    source.deliver(new byte[0]),
                    source.deliver("{\"type\":".getBytes(StandardCharsets.UTF_8)),
                    source.deliver("{\"type\":\"WorkerInvoked\"}".getBytes(StandardCharsets.UTF_8)),
                    source.deliver("[]".getBytes(StandardCharsets.UTF_8)),
                    source.deliver(bytes(invocation("i-1", "somebody-else"))),
                    source.deliver(bytes(invocation("i-2", "w", Instant.now().minusSeconds(1), "{}"))));
            skipped.forEach(delivery -> await().until(delivery::isAcked));
            assertThat(producer.history()).isEmpty();
        }
    }

    @Test
    void worker_throws_failedProposalAndTheGatewayGoesOn() {
        Worker broken = invocation -> {
            throw new AssertionError("broken");
        };
        try (Gateway gateway = gateway(Map.of("w", given(broken)), 4, Duration.ZERO)) {
            source.deliver(bytes(invocation("i-1", "w")));
            source.deliver(bytes(invocation("i-2", "w")));
            await().until(() -> producer.history().size() == 2);
            assertThat(proposals())
                    .allSatisfy(proposal -> assertThat(proposal.failure().orElseThrow())
                            .satisfies(failure -> {
                                assertThat(failure.kind()).isEqualTo(Failure.Kind.BUG);
                                assertThat(failure.message()).contains("java.lang.AssertionError: broken");
                            }));
        }
    }

    @Test
    void slowWorker_runningAndParkedBoundedAndPollingGoesOn() throws Exception {
        maxParked = 1;
        CountDownLatch finish = new CountDownLatch(1);
        Worker slow = invocation -> {
            finish.await();
            return Answer.nothing();
        };
        try (Gateway gateway = gateway(Map.of("w", given(slow)), 2, Duration.ZERO)) {
            for (int i = 0; i < 5; i++) {
                source.deliver(bytes(invocation("i-" + i, "w")));
            }
            await().until(() -> gateway.inFlight() == 2);
            int polls = source.polls.get();
            await().until(() -> source.polls.get() > polls + 3);
            assertThat(gateway.inFlight()).isEqualTo(2);
            assertThat(gateway.parked()).isEqualTo(1);
            assertThat(source.queue).hasSize(2);
            finish.countDown();
            await().until(() -> {
                producer.completeNext();
                return producer.history().size() == 5 && gateway.inFlight() == 0;
            });
        }
    }

    @Test
    void slowWorker_atItsBound_quickWorkerGoesOn() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        Worker slow = invocation -> {
            finish.await();
            return Answer.nothing();
        };
        Map<String, WorkerBinding> workers =
                Map.of("slow", given(slow), "quick", given(invocation -> Answer.nothing()));
        try (Gateway gateway = gateway(workers, 2, Duration.ZERO)) {
            for (int i = 0; i < 50; i++) {
                source.deliver(bytes(invocation("s-" + i, "slow")));
            }
            FakeDelivery quick = source.deliver(bytes(invocation("q", "quick")));
            await().until(() -> producer.completeNext() || quick.isAcked());
            await().until(quick::isAcked);
            assertThat(gateway.inFlight()).isEqualTo(2);
            assertThat(gateway.parked()).isEqualTo(48);
            finish.countDown();
        }
    }

    @Test
    void parked_isNotBegunWhereSomebodyElseHasIt_unlessItCameAgain() {
        CountDownLatch finish = new CountDownLatch(1);
        List<String> begun = new CopyOnWriteArrayList<>();
        Worker slow = invocation -> {
            begun.add(invocation.invocationId());
            finish.await();
            return Answer.nothing();
        };
        try (Gateway gateway = gateway(Map.of("w", given(slow)), 1, Duration.ZERO)) {
            FakeDelivery running = source.deliver(bytes(invocation("running", "w")));
            FakeDelivery lost = source.deliver(bytes(invocation("lost", "w")));
            FakeDelivery back = source.deliver(bytes(invocation("back", "w")));
            await().until(() -> gateway.parked() == 2);
            running.lost = true;
            lost.lost = true;
            back.lost = true;
            FakeDelivery again = source.deliver(bytes(invocation("back", "w")));
            await().until(source.queue::isEmpty);
            int polls = source.polls.get();
            await().until(() -> source.polls.get() > polls + 1);
            finish.countDown();
            await().until(() -> producer.completeNext() || again.isAcked());
            await().until(() -> producer.completeNext() || again.isAcked());
            assertThat(begun).containsExactly("running", "back");
            assertThat(lost.isReleased()).isTrue();
            assertThat(lost.isAcked()).isFalse();
        }
    }

    @Test
    void parked_thatComesAgainWhileItIsGivenUp_isNotRunWithoutAPermit() {
        AtomicInteger calls = new AtomicInteger();
        Worker worker = invocation -> {
            calls.incrementAndGet();
            return Answer.nothing();
        };
        FleetLimit limit = new FleetLimit("l", OptionalLong.of(1), OptionalLong.empty(), new FairBy(""));
        // Of nobody, so that there are no permits.
        limits = FleetLimits.join(KafkaConnection.to("127.0.0.1:1"), List.of(limit));
        FakeDelivery back = new FakeDelivery(bytes(invocation("i-1", "w")), source);
        back.lostAtFirst.set(1);
        try (Gateway gateway = gateway(Map.of("w", new Limited(given(worker), limit)), 4, Duration.ZERO)) {
            source.queue.add(back);
            await().until(() -> back.isReleased() || calls.get() > 0);
            assertThat(calls).hasValue(0);
            assertThat(back.isAcked()).isFalse();
        }
    }

    /** Of a kernel that makes no spans. */
    @Test
    void invocation_withoutATrace_isInItsBoards() {
        try (Tracing on = Tracing.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"), "test")) {
            tracing = on;
            try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 4, Duration.ZERO)) {
                source.deliver(bytes(invocation("i-1", "w")));
                source.deliver(bytes(invocation("i-2", "w")));
                await().until(() -> producer.history().size() == 2);
            }
        }

        String board = BoardTrace.traceId(proposals().get(0).boardId());
        assertThat(producer.history())
                .extracting(record ->
                        new String(record.headers().lastHeader("traceparent").value(), StandardCharsets.UTF_8))
                .doesNotHaveDuplicates()
                .allSatisfy(parent -> assertThat(parent).startsWith("00-" + board + "-"));
    }

    private List<PatchProposal> proposals() {
        return producer.history().stream()
                .map(record -> PatchProposal.fromJson(
                        (JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8))))
                .toList();
    }
}
