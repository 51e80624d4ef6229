package io.patchboard.gateway.runner.a2a;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.awaitility.Awaitility.await;

import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outbound;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.HttpEndpoint.SecretHeader;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.record.Failure;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An agent of others behind a worker's name. */
abstract class AgentRig {

    static final String PATCH = "[{\"op\":\"add\",\"path\":\"/n\",\"value\":1}]";
    static final String DATA = "},\"artifacts\":[{\"artifactId\":\"r\",\"parts\":[{\"data\":" + PATCH + "}]}]}";
    static final String SAID = ",\"message\":{\"parts\":[{\"text\":\"which one?\"}]}}}";
    static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    static final String TOKEN = "secret-of-sixteen-and-more";
    static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch end = new CountDownLatch(1);
    StandInAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = new StandInAgent();
    }

    @AfterEach
    void stop() {
        end.countDown();
        agent.close();
    }

    WorkerBinding.A2a binding(Duration timeout) {
        return new WorkerBinding.A2a(
                new HttpEndpoint(
                        agent.url("/card.json"),
                        agent.url("/card.json").toString(),
                        Map.of(),
                        Map.of("Authorization", new SecretHeader("Bearer ", new Secret(TOKEN))),
                        Optional.empty(),
                        Optional.empty(),
                        Outbound.ANY),
                "sum",
                timeout,
                4);
    }

    Answer answer(Duration timeout) throws Exception {
        try (HttpCaller caller = new HttpCaller();
                A2aRunner runner = new A2aRunner("w", binding(timeout), caller, Clock.systemUTC())) {
            Answer answer =
                    runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
            if (answer.error().orElse("").contains("within")
                    || answer.error().orElse("").contains("wants to be")) {
                await().atMost(LONG)
                        .until(() -> !agent.requests("CancelTask").isEmpty()
                                || !agent.requests("tasks/cancel").isEmpty());
            }
            return answer;
        }
    }

    Failure failure() throws Exception {
        return answer(LONG).failure().orElseThrow();
    }

    void hang() throws IOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
