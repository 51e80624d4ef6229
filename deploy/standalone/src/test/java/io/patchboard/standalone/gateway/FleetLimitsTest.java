package io.patchboard.standalone.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.limit.LimitUse;
import io.patchboard.gateway.limit.LimitsInUse;
import io.patchboard.gateway.limit.Waiter;
import io.patchboard.standalone.crash.GatewayProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit of all gateways holds over gateways that come, share it differently, close, and are killed. */
@Tag("long")
final class FleetLimitsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int MOST = 3;

    @TempDir
    private Path dir;

    private int sent;

    @Test
    void limit_isNeverExceeded_andAllOfItIsUsed_whoeverComesAndGoes() throws Exception {
        try (Endpoint endpoint = Endpoint.start();
                QueueRig rig = QueueRig.start(dir.resolve("broker"), 4);
                Gateway first = gateway(rig, workers(endpoint, "first", MOST))) {
            invite(rig, 20);
            await("all of it for one that is alone").atMost(PATIENCE).until(() -> endpoint.held() == MOST);
            await("what waits to be told")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ask(rig)).satisfies(use -> {
                        assertThat(use.concurrency()).hasValue(MOST);
                        assertThat(use.used()).isEqualTo(MOST);
                        assertThat(use.waiting()).isPositive();
                        assertThat(use.why()).isEqualTo(LimitUse.Why.CONCURRENCY);
                        assertThat(use.gateways().get(0).next())
                                .first()
                                .extracting(Waiter::worker)
                                .isEqualTo("checker");
                    }));
            // States more than the first, so that what the first states holds for both.
            try (Gateway second = gateway(rig, workers(endpoint, "second", 2 * MOST));
                    GatewayProcess third =
                            GatewayProcess.start(rig.bootstrapServers(), workers(endpoint, "third", MOST), "auto")) {
                await("a share for each").atMost(PATIENCE).until(() -> {
                    invite(rig, 5);
                    endpoint.answer(1);
                    rig.answers();
                    return first.inFlight() == 1 && second.inFlight() == 1 && endpoint.held("third") == 1;
                });
                assertThat(ask(rig).gateways())
                        .extracting(LimitUse.GatewayUse::used)
                        .containsExactly(1L, 1L, 1L);
                third.kill();
                endpoint.forget("third");
                await("the killed one's share for the others")
                        .atMost(PATIENCE)
                        .until(() -> first.inFlight() + second.inFlight() == MOST);
                endpoint.answer(100_000);
                await().atMost(PATIENCE).until(() -> rig.answers().size() == sent);
            }
            assertThat(endpoint.most()).isEqualTo(MOST);
        }
    }

    private static LimitUse ask(QueueRig rig) {
        List<LimitUse> uses = LimitsInUse.ask(KafkaConnection.to(rig.bootstrapServers()), PATIENCE)
                .orElseThrow();
        assertThat(uses).extracting(LimitUse::name).containsExactly("checks");
        return uses.get(0);
    }

    private void invite(QueueRig rig, int invocations) {
        for (int i = 0; i < invocations; i++) {
            rig.invite("checker", "i-" + sent++);
        }
    }

    private Path workers(Endpoint endpoint, String gateway, int most) throws IOException {
        return Files.writeString(dir.resolve(gateway + ".yaml"), """
                group: checkers
                limits: {checks: {concurrency: %d, fairBy: board}}
                workers: {checker: {http: "%s", limit: checks, timeout: PT4M}}
                """.formatted(most, endpoint.url() + gateway));
    }

    private static Gateway gateway(QueueRig rig, Path workers) throws Exception {
        WorkersFile file = WorkersFile.load(workers);
        return Gateway.start(GatewayConfig.builder(KafkaConnection.to(rig.bootstrapServers()), file.workers())
                .groupId(file.group().orElseThrow())
                // So that something is left for the others.
                .maxParked(10)
                .build());
    }

    /**
     * Counts who is there at once, by the path that each gateway has, and answers as many as it is told to. A call
     * whose caller was killed is still held, but nobody's any more.
     */
    private static final class Endpoint implements AutoCloseable {

        private final HttpServer server;
        private final Semaphore answers = new Semaphore(0);
        private final Map<String, Integer> held = new HashMap<>();
        private int most;

        private Endpoint(HttpServer server) {
            this.server = server;
        }

        static Endpoint start() throws IOException {
            Endpoint endpoint =
                    new Endpoint(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100));
            endpoint.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            endpoint.server.createContext("/", endpoint::answer);
            endpoint.server.start();
            return endpoint;
        }

        private void answer(HttpExchange exchange) throws IOException {
            String gateway = exchange.getRequestURI().getPath().substring(1);
            count(gateway, 1);
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                answers.acquireUninterruptibly();
                count(gateway, -1);
                byte[] body = "{\"patch\": []}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }

        private synchronized void count(String gateway, int more) {
            held.merge(gateway, more, (now, change) -> Math.max(0, now + change));
            most = Math.max(most, held());
        }

        String url() {
            return "http://localhost:" + server.getAddress().getPort() + "/";
        }

        void answer(int requests) {
            answers.release(requests);
        }

        synchronized int held() {
            return held.values().stream().mapToInt(Integer::intValue).sum();
        }

        synchronized int held(String gateway) {
            return held.getOrDefault(gateway, 0);
        }

        /** It was killed. */
        synchronized void forget(String gateway) {
            held.put(gateway, 0);
        }

        synchronized int most() {
            return most;
        }

        @Override
        public void close() {
            answers.release(1_000_000);
            server.stop(0);
        }
    }
}
