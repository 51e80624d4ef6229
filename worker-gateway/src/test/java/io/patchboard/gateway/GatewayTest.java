package io.patchboard.gateway;

import static io.patchboard.gateway.worker.Invocations.bytes;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.source.UnusableSourceException;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

final class GatewayTest {

    private int maxParked = 100;
    private Map<String, String> properties = Map.of();
    private final FakeSource source = new FakeSource();
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());

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
            FakeDelivery again = source.deliver(bytes(invocation("i-1", "w")));
            FakeDelivery after = source.deliver(bytes(invocation("i-2", "quick")));
            await().until(() -> producer.completeNext() || after.isAcked());
            await().until(after::isAcked);
            assertThat(calls).hasValue(1);
            assertThat(again.isAcked()).isFalse();
            finish.countDown();
            await().until(() -> producer.completeNext() || first.isAcked());
            await().until(() -> first.isAcked() && again.isAcked());
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
    void submission_failsUntilTheDeadline_released() {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 4, Duration.ZERO)) {
            FakeDelivery delivery =
                    source.deliver(bytes(invocation("i-1", "w", Instant.now().plusSeconds(3), "{}")));
            await().until(() -> {
                producer.errorNext(new AuthorizationException("no"));
                return delivery.isReleased();
            });
            assertThat(producer.history()).hasSizeGreaterThan(1);
            assertThat(delivery.isAcked()).isFalse();
        }
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
    void close_parked_givenBackAtOnce() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Worker slow = invocation -> {
            started.countDown();
            finish.await();
            return Answer.nothing();
        };
        Gateway gateway = gateway(Map.of("w", given(slow)), 1, Duration.ofSeconds(20));
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
    void source_unusable_endsItAndTells() throws Exception {
        UnusableSourceException refusal = new UnusableSourceException("set it right");
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            source.refusal.set(refusal);
            assertThat(gateway.failure().toCompletableFuture().get(5, TimeUnit.MINUTES))
                    .isSameAs(refusal);
        }
    }

    @Test
    void schemaIdWithoutRegistry_endsItAndIsNotAcknowledged() throws Exception {
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            FakeDelivery encoded = source.deliver(new byte[] {0, 0, 0, 0, 7, 2});
            assertThat(gateway.failure().toCompletableFuture().get(5, TimeUnit.MINUTES))
                    .isInstanceOf(UnusableSourceException.class)
                    .hasMessageContainingAll("schema id 7", "schema.registry.url");
            assertThat(source.closed.await(5, TimeUnit.MINUTES)).isTrue();
            assertThat(encoded.isAcked()).isFalse();
        }
    }

    @Test
    void registryThatRefusesTheCredentials_endsIt_andOneThatIsAwayDoesNot() throws Exception {
        AtomicInteger status = new AtomicInteger(503);
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        registry.start();
        properties = Map.of(
                "schema.registry.url",
                "http://localhost:" + registry.getAddress().getPort());
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            FakeDelivery first = source.deliver(new byte[] {0, 0, 0, 0, 7, 2});
            await().until(first::isReleased);
            assertThat(gateway.failure().toCompletableFuture()).isNotDone();
            status.set(401);
            FakeDelivery second = source.deliver(new byte[] {0, 0, 0, 0, 7, 2});
            assertThat(gateway.failure().toCompletableFuture().get(5, TimeUnit.MINUTES))
                    .hasMessageContaining("HTTP 401");
            assertThat(second.isAcked()).isFalse();
        } finally {
            registry.stop(0);
        }
    }

    @Test
    void source_fails_triedAgain() {
        source.failures.set(1);
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            FakeDelivery delivery = source.deliver(bytes(invocation("i-1", "w")));
            await().until(() -> producer.completeNext() || delivery.isAcked());
        }
    }

    @Test
    void source_failsWithAnError_endsItAndTells() throws Exception {
        OutOfMemoryError error = new OutOfMemoryError("for a test");
        try (Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            assertThat(gateway.failure().toCompletableFuture()).isNotDone();
            source.error.set(error);
            assertThat(gateway.failure().toCompletableFuture().get(5, TimeUnit.MINUTES))
                    .isSameAs(error);
            assertThat(source.closed.await(5, TimeUnit.MINUTES)).isTrue();
        }
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
        Gateway gateway = gateway(Map.of("w", given(slow)), 2, Duration.ofSeconds(20));
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

    @Test
    void start_unknownProvider_everyOneNamed() {
        WorkerProvider provider = new WorkerProvider() {
            @Override
            public String name() {
                return "p";
            }

            @Override
            public Map<String, Worker> workers() {
                return Map.of("known", invocation -> Answer.nothing());
            }
        };
        Map<String, WorkerBinding> bindings = Map.of(
                "a", new WorkerBinding.Provided("p", "known", Duration.ofSeconds(1)),
                "b", new WorkerBinding.Provided("p", "x", Duration.ofSeconds(1)),
                "c", new WorkerBinding.Provided("q", "known", Duration.ofSeconds(1)));
        assertThatThrownBy(() -> Runners.of(bindings, List.of(provider), Callbacks.none(), Clock.systemUTC(), 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Expected java: p/x of worker b")
                .hasMessageContaining("Expected java: q/known of worker c")
                .hasMessageNotContaining("of worker a");
    }

    private static WorkerBinding given(Worker worker) {
        return WorkerBinding.Given.of(worker);
    }

    private Gateway gateway(Map<String, WorkerBinding> workers, int maxInFlight, Duration grace) {
        GatewayConfig config = GatewayConfig.builder(
                        new KafkaConnection("unused:1", properties, new Topics(Topics.DEFAULT_PREFIX)), workers)
                .maxInFlight(maxInFlight)
                .maxParked(maxParked)
                .drainGrace(grace)
                .build();
        Clock clock = Clock.systemUTC();
        return new Gateway(
                        source,
                        Runners.of(workers, List.of(), Callbacks.none(), clock, maxInFlight),
                        new ProposalSubmitter(producer, "patchboard.proposals", ProposalEncoder.json()),
                        config,
                        clock)
                .started();
    }

    private List<PatchProposal> proposals() {
        return producer.history().stream()
                .map(record -> PatchProposal.fromJson(
                        (JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8))))
                .toList();
    }

    private static final class FakeDelivery implements Delivery {

        private final byte[] value;
        private final FakeSource source;
        private final CountDownLatch acked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicReference<Thread> ackedBy = new AtomicReference<>();

        FakeDelivery(byte[] value, FakeSource source) {
            this.value = value;
            this.source = source;
        }

        boolean isAcked() {
            return acked.getCount() == 0;
        }

        boolean isReleased() {
            return released.getCount() == 0;
        }

        @Override
        public byte[] value() {
            return value;
        }

        @Override
        public String position() {
            return "fake@0";
        }

        @Override
        public void ack() {
            ackedBy.set(Thread.currentThread());
            if (source.closed.getCount() > 0) {
                source.acksBeforeClose.incrementAndGet();
            }
            acked.countDown();
        }

        @Override
        public void release() {
            if (source.drained.getCount() > 0) {
                source.releasesBeforeDrain.incrementAndGet();
            }
            released.countDown();
        }
    }

    private static final class FakeSource implements InvocationSource {

        private final BlockingQueue<FakeDelivery> queue = new LinkedBlockingQueue<>();
        private final AtomicInteger polls = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicReference<Error> error = new AtomicReference<>();
        private final AtomicReference<UnusableSourceException> refusal = new AtomicReference<>();
        private final AtomicInteger acksBeforeClose = new AtomicInteger();
        private final AtomicInteger releasesBeforeDrain = new AtomicInteger();
        private final CountDownLatch drained = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        FakeDelivery deliver(byte[] value) {
            FakeDelivery delivery = new FakeDelivery(value, this);
            queue.add(delivery);
            return delivery;
        }

        @Override
        public List<Delivery> poll(Duration timeout, int max) {
            polls.incrementAndGet();
            if (error.get() != null) {
                throw error.get();
            }
            if (refusal.get() != null) {
                throw refusal.get();
            }
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("not now");
            }
            List<Delivery> taken = new ArrayList<>();
            queue.drainTo(taken, max);
            return taken;
        }

        @Override
        public void drain() {
            drained.countDown();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
