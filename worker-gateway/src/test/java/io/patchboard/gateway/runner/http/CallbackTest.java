package io.patchboard.gateway.runner.http;

import static io.patchboard.gateway.runner.http.HttpWorkers.QUICK;
import static io.patchboard.gateway.runner.http.HttpWorkers.answer;
import static io.patchboard.gateway.runner.http.HttpWorkers.binding;
import static io.patchboard.gateway.runner.http.HttpWorkers.error;
import static io.patchboard.gateway.runner.http.HttpWorkers.runner;
import static io.patchboard.gateway.runner.http.ScriptedServer.status;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonReader;
import io.patchboard.text.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Workers that say they will call back, and do or do not. */
final class CallbackTest {

    @Test
    void run_202WithoutCallbacks_failsAndSaysWhatToDo() throws Exception {
        try (ScriptedServer server = new ScriptedServer(status(202, ""))) {
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("202", "give the gateway a callback URL");
        }
    }

    @Test
    void run_202_answeredByTheCallback() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        Callbacks callbacks = new Callbacks(Optional.of(URI.create("https://gw.example.org/")), awaited);
        try (ScriptedServer server = new ScriptedServer(status(202, ""));
                HttpRunner runner = runner(binding(server.url()), callbacks)) {
            CompletableFuture<Answer> answer =
                    runner.run(invocation("i 1/2", "w")).toCompletableFuture();
            await().until(() -> !server.requests().isEmpty());
            String capability = awaited.await("i 1/2").capability();
            assertThat(server.requests().get(0).header("patchboard-callback"))
                    .isEqualTo("https://gw.example.org/v1/invocations/i%201%2F2/answer?boardId=b-1&worker=w&capability="
                            + capability);
            assertThat(awaited.isAwaited("i 1/2", capability)).isTrue();
            assertThat(awaited.isAwaited("i 1/2", "i 1/2")).isFalse();
            assertThat(answer).isNotDone();

            assertThat(awaited.answer("i 1/2", Answer.of(JsonReader.parse("[5]"))))
                    .isTrue();

            assertThat(answer.get(5, TimeUnit.MINUTES).patch()).isEqualTo(JsonReader.parse("[5]"));
            assertThat(awaited.answer("i 1/2", Answer.nothing())).isFalse();
        }
    }

    @Test
    void run_callbackBeforeThe202_counts() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        ScriptedServer.Reply early = exchange -> {
            assertThat(awaited.answer("i-1", Answer.failed("early"))).isTrue();
            status(202, "").to(exchange);
        };
        try (ScriptedServer server = new ScriptedServer(early);
                HttpRunner runner =
                        runner(binding(server.url()), new Callbacks(Optional.of(URI.create("http://gw")), awaited))) {
            assertThat(runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES))
                    .isEqualTo(Answer.failed("early"));
        }
    }

    @Test
    void run_202WithoutACallbackInTime_failsAndTheLateOneIsNotAwaited() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        Callbacks callbacks = new Callbacks(Optional.of(URI.create("http://gw")), awaited);
        try (ScriptedServer server = new ScriptedServer(status(202, ""))) {
            MoreTime.until(Duration.ofSeconds(1), limit -> {
                var binding = new WorkerBinding.Http(HttpEndpoint.of(server.url()), limit, 1, QUICK);
                try (HttpRunner runner = runner(binding, callbacks)) {
                    Answer answer = runner.run(invocation("i-1", "w"))
                            .toCompletableFuture()
                            .get(5, TimeUnit.MINUTES);
                    assertThat(answer.error().orElseThrow()).contains("within " + Durations.spoken(limit));
                    assertThat(awaited.answer("i-1", Answer.nothing())).isFalse();
                    return answer.error().orElseThrow().contains("promised to call back");
                }
            });
        }
    }
}
