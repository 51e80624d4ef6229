package io.patchboard.gateway;

import static io.patchboard.gateway.worker.Invocations.bytes;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.gateway.source.UnusableSourceException;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a gateway goes on after, and what ends it. */
final class GatewayFailureTest extends GatewayRig {

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
        String url = "http://localhost:" + registry.getAddress().getPort();
        properties = Map.of("schema.registry.url", url);
        try (CapturedLog log = new CapturedLog();
                Gateway gateway = gateway(Map.of("w", given(invocation -> Answer.nothing())), 2, Duration.ZERO)) {
            for (int i = 0; i < 3; i++) {
                FakeDelivery away = source.deliver(new byte[] {0, 0, 0, 0, 7, 2});
                await().until(away::isReleased);
            }
            assertThat(gateway.failure().toCompletableFuture()).isNotDone();
            assertThat(log.lines()).filteredOn(line -> line.contains(url)).hasSize(1);
            status.set(401);
            List<FakeDelivery> more = new ArrayList<>();
            await().until(() -> {
                more.add(source.deliver(new byte[] {0, 0, 0, 0, 7, 2}));
                return gateway.failure().toCompletableFuture().isDone();
            });
            assertThat(gateway.failure().toCompletableFuture().get()).hasMessageContaining("HTTP 401");
            assertThat(more).noneMatch(FakeDelivery::isAcked);
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
}
