package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.record.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers and tools of a file are called only where the file lets them be. */
class OutboundCallsTest {

    private final AtomicInteger requests = new AtomicInteger();
    private final ScriptedChatServer model = ScriptedChatServer.start();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'[', ']'});
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        model.close();
    }

    private Answer answer(String outbound, String worker) throws Exception {
        String file = """
                outbound: %s
                models: {m: {provider: openai, baseUrl: "%s", model: tiny, retries: 0}}
                workers: {w: %s}
                """.formatted(
                outbound,
                model.baseUrl(),
                worker.replace("PORT", Integer.toString(server.getAddress().getPort())));
        try (Runners runners = Runners.of(
                WorkersFile.parse(file, Path.of("workers.yaml")).workers(),
                List.of(),
                Callbacks.none(),
                Clock.systemUTC(),
                4)) {
            return runners.of("w")
                    .orElseThrow()
                    .run(Invocations.invocation("i-1", "w", Instant.now().plusSeconds(600), "{\"state\":{}}"))
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{http: 'http://localhost:PORT/answer', timeout: PT1M}",
                "{a2a: {card: 'http://localhost:PORT/card.json', skill: s}, timeout: PT1M}"
            })
    void aWorkerElsewhere_isNotCalled_andItIsSaid(String worker) throws Exception {
        Answer answer = answer("{hosts: [checker.example.org]}", worker);

        assertThat(answer.failure()).map(Failure::kind).contains(Failure.Kind.REFUSED);
        assertThat(answer.error().orElseThrow()).contains("localhost is none of the hosts that may be called");
        assertThat(requests).hasValue(0);
    }

    @Test
    void aWorkerThatIsListed_isCalled() throws Exception {
        assertThat(answer("{hosts: [localhost]}", "{http: 'http://localhost:PORT/', timeout: PT1M}")
                        .isFailed())
                .isFalse();
        assertThat(requests).hasValue(1);
    }

    @Test
    void aToolElsewhere_isNotCalled_andTheModelIsTold() throws Exception {
        model.then(Reply.call("look", "{}"));
        model.thenText("{\"patch\":[]}");

        Answer answer = answer(
                "{hosts: [checker.example.org]}",
                "{llm: m, timeout: PT1M, tools: [{http: 'http://localhost:PORT/', name: look, description: Looks.,"
                        + " input: {type: object}}]}");

        assertThat(answer.isFailed()).isFalse();
        assertThat(model.requests().get(1).toString()).contains("none of the hosts that may be called");
        assertThat(requests).hasValue(0);
    }

    @Test
    void whatIsNoNetwork_isRefusedAtTheStart() {
        assertThatThrownBy(() -> answer("{private: [10.0.0.0/99], host: [a]}", "{http: 'http://localhost:PORT/'}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/outbound/private")
                .hasMessageContaining("10.0.0.0/99")
                .hasMessageContaining("hosts");
    }
}
