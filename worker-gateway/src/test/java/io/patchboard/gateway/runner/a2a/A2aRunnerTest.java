package io.patchboard.gateway.runner.a2a;

import static io.patchboard.gateway.runner.a2a.StandInAgent.body;
import static io.patchboard.gateway.runner.a2a.StandInAgent.result;
import static io.patchboard.gateway.runner.a2a.StandInAgent.sent;
import static io.patchboard.gateway.runner.a2a.StandInAgent.status;
import static io.patchboard.gateway.runner.a2a.StandInAgent.task;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.context.Scope;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.HttpEndpoint.SecretHeader;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.tracing.TraceHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of others behind a worker's name: those that do what the protocol says, and those that do not. */
class A2aRunnerTest {

    private static final String PATCH = "[{\"op\":\"add\",\"path\":\"/n\",\"value\":1}]";
    private static final String DATA = "},\"artifacts\":[{\"artifactId\":\"r\",\"parts\":[{\"data\":" + PATCH + "}]}]}";
    private static final String SAID = ",\"message\":{\"parts\":[{\"text\":\"which one?\"}]}}}";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String TOKEN = "secret-of-sixteen-and-more";
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch end = new CountDownLatch(1);
    private StandInAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = new StandInAgent();
    }

    @AfterEach
    void stop() {
        end.countDown();
        agent.close();
    }

    private WorkerBinding.A2a binding(Duration timeout) {
        return new WorkerBinding.A2a(
                new HttpEndpoint(
                        agent.url("/card.json"),
                        agent.url("/card.json").toString(),
                        Map.of(),
                        Map.of("Authorization", new SecretHeader("Bearer ", new Secret(TOKEN))),
                        Optional.empty(),
                        Optional.empty()),
                "sum",
                timeout,
                4);
    }

    private Answer answer(Duration timeout) throws Exception {
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

    private Failure failure() throws Exception {
        return answer(LONG).failure().orElseThrow();
    }

    private void hang() throws IOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void task_isFollowedUntilItHasEnded_andGivesThePatch() throws Exception {
        agent.says("SendMessage", sent("SUBMITTED", "}}"))
                .says(
                        "GetTask",
                        task("WORKING", "}}"),
                        status(503, "busy"),
                        body("{\"error\":{\"code\":-32603,\"message\":\"broken\"}}"),
                        task("COMPLETED", DATA));

        try (Scope scope = TraceHeaders.read(name -> Optional.of(TRACE).filter(any -> name.equals("traceparent")))
                .makeCurrent()) {
            assertThat(answer(LONG).patch()).isEqualTo(JsonReader.parse(PATCH));
        }
        assertThat(agent.traces()).hasSize(6).containsOnly(TRACE);
        JsonObject message = RemoteAgent.object(
                RemoteAgent.object(agent.requests("SendMessage").get(0), "params"), "message");
        assertThat(RemoteAgent.text(message, "messageId")).isEqualTo("i-1");
        assertThat(message.toString()).contains("\"skillId\":\"sum\"", "WorkerInvoked");
        assertThat(agent.secrets()).isNotEmpty().allMatch(("Bearer " + TOKEN)::equals);
        assertThat(agent.requests("CancelTask")).isEmpty();
    }

    @Test
    void message_inPlaceOfATask_isTheAnswer() throws Exception {
        agent.says("SendMessage", result("{\"message\":{\"parts\":[{\"text\":\"[]\"}]}}"));

        assertThat(answer(LONG)).isEqualTo(Answer.nothing());
    }

    @Test
    void agentOfVersion03_isSpokenToInItsWords() throws Exception {
        agent.says(
                        "card",
                        body("{\"url\":\"" + agent.url("/old")
                                + "\",\"protocolVersion\":\"0.3.0\",\"preferredTransport\":\"JSONRPC\","
                                + "\"skills\":[{\"id\":\"sum\"}]}"))
                .says("message/send", result("{\"kind\":\"task\",\"id\":\"t-1\",\"status\":{\"state\":\"submitted\"}}"))
                .says(
                        "tasks/get",
                        result("{\"kind\":\"task\",\"id\":\"t-1\",\"status\":{\"state\":\"working\"}}"),
                        result("{\"kind\":\"task\",\"id\":\"t-1\",\"status\":{\"state\":\"completed\"},\"artifacts\":"
                                + "[{\"parts\":[{\"kind\":\"data\",\"data\":{\"patch\":" + PATCH + "}}]}]}"),
                        task("COMPLETED", "}}"));

        assertThat(answer(LONG).patch()).isEqualTo(JsonReader.parse(PATCH));
        assertThat(agent.requests("message/send").get(0).toString())
                .contains("\"kind\":\"message\"", "\"role\":\"user\"", "\"blocking\":false");
        agent.says(
                        "message/send",
                        result("{\"kind\":\"task\",\"id\":\"t-1\",\"status\":{\"state\":\"input-required\"}}"))
                .says("tasks/cancel", result("{}"));
        assertThat(failure().message()).contains("wants to be told more");
    }

    /** It says that it has ended once more than once; the first counts. */
    @Test
    void agentThatFinishesTwice_isAnsweredForOnce() throws Exception {
        agent.says("SendMessage", sent("COMPLETED", DATA)).says("GetTask", task("FAILED", "}}"));

        assertThat(answer(LONG).patch()).isEqualTo(JsonReader.parse(PATCH));
        assertThat(agent.requests("GetTask")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "FAILED, its task ended as TASK_STATE_FAILED: \"which one?\"",
        "REJECTED, its task ended as TASK_STATE_REJECTED",
        "CANCELED, its task ended as TASK_STATE_CANCELED",
        "INPUT_REQUIRED, its task wants to be told more: \"which one?\"",
        "AUTH_REQUIRED, its task wants to be authorized"
    })
    void task_withoutAResult_isARefusal(String state, String said) throws Exception {
        agent.says("SendMessage", sent(state, SAID)).says("CancelTask", task("CANCELED", "}}"));

        Failure failure = failure();

        assertThat(failure.kind()).isEqualTo(Failure.Kind.REFUSED);
        assertThat(failure.message()).contains(said);
    }

    @Test
    void agentThatNeverFinishes_isCancelled_inTime() throws Exception {
        agent.says("SendMessage", sent("WORKING", "}}"))
                .says("GetTask", task("WORKING", "}}"))
                .says("CancelTask", task("CANCELED", "}}"));

        Failure failure = answer(Duration.ofSeconds(1)).failure().orElseThrow();

        assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(failure.message()).contains("within PT1S", "still \"TASK_STATE_WORKING\"");
        assertThat(agent.requests("CancelTask").get(0).toString()).contains("t-1");
    }

    /** The next gateway sends the same message, and so finds the task of the first. */
    @Test
    void taskOfAGatewayThatCloses_isLeftToTheNext() throws Exception {
        agent.says("SendMessage", sent("WORKING", "}}")).says("GetTask", task("WORKING", "}}"));
        try (HttpCaller caller = new HttpCaller()) {
            CompletionStage<Answer> answer;
            try (A2aRunner runner = new A2aRunner("w", binding(LONG), caller, Clock.systemUTC())) {
                answer = runner.run(invocation("i-1", "w"));
                await().atMost(LONG).until(() -> !agent.requests("GetTask").isEmpty());
            }
            assertThat(answer.toCompletableFuture()).isCompletedExceptionally();
        }
        agent.says("GetTask", task("COMPLETED", DATA));

        assertThat(answer(LONG).patch()).isEqualTo(JsonReader.parse(PATCH));
        assertThat(agent.requests("SendMessage"))
                .hasSize(2)
                .allMatch(request -> request.toString().contains("\"messageId\":\"i-1\""));
        assertThat(agent.requests("CancelTask")).isEmpty();
    }

    @Test
    void agentThatHangs_isATimeout() throws Exception {
        agent.says("SendMessage", exchange -> hang());

        try (HttpCaller caller = new HttpCaller();
                A2aRunner runner = new A2aRunner("w", binding(Duration.ofMillis(500)), caller, Clock.systemUTC())) {
            Answer answer =
                    runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);

            assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.TIMEOUT);
        }
    }

    @Test
    void agentThatFloods_isInvalid() throws Exception {
        agent.says("SendMessage", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[64 * 1024];
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 1_000; i++) {
                    out.write(much);
                }
            }
        });

        assertThat(failure())
                .returns(Failure.Kind.INVALID, Failure::kind)
                .matches(failure -> failure.message().contains("longer than can be read"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no json",
                "[]",
                "{}",
                "{\"result\":{}}",
                "{\"result\":{\"task\":{\"status\":{\"state\":\"TASK_STATE_WORKING\"}}}}",
                "{\"result\":{\"task\":{\"id\":\"t-1\",\"status\":{\"state\":\"done\"}}}}",
                "{\"result\":{\"task\":{\"id\":\"t-1\",\"status\":{\"state\":\"TASK_STATE_COMPLETED\"}}}}",
                "{\"result\":{\"message\":{\"parts\":[{\"text\":\"Sure! Here you are.\"}]}}}"
            })
    void garbage_isInvalid(String said) throws Exception {
        agent.says("SendMessage", body(said)).says("CancelTask", task("CANCELED", "}}"));

        assertThat(failure().kind()).as(said).isEqualTo(Failure.Kind.INVALID);
    }

    @Test
    void taskOfAnother_isInvalid() throws Exception {
        agent.says("SendMessage", sent("WORKING", "}}"))
                .says("GetTask", result("{\"id\":\"t-2\",\"status\":{\"state\":\"TASK_STATE_COMPLETED\"}}"))
                .says("CancelTask", task("CANCELED", "}}"));

        assertThat(failure().message()).contains("another task");
    }

    @ParameterizedTest
    @CsvSource({"429, RATE_LIMIT", "503, OUTAGE", "401, REFUSED"})
    void status_tellsTheClass(int status, Failure.Kind kind) throws Exception {
        agent.says("SendMessage", status(status, "no " + TOKEN));

        assertThat(failure())
                .returns(kind, Failure::kind)
                .matches(failure -> !failure.message().contains(TOKEN));
    }

    /** Nothing is sent to a server that the card's reader has not named, and no secret is told. */
    @Test
    void cardOfAnotherServer_isRefused() throws Exception {
        try (StandInAgent other = new StandInAgent()) {
            agent.says("card", body(StandInAgent.card(other.url("/a2a").toString())));

            Failure failure = failure();

            assertThat(failure.kind()).isEqualTo(Failure.Kind.REFUSED);
            assertThat(failure.message()).contains("another server than the card's own");
            assertThat(other.secrets()).isEmpty();
            assertThat(other.requests("SendMessage")).isEmpty();
        }
    }

    @Test
    void cardThatDoesNotFit_isToldSo() throws Exception {
        agent.says("card", body("{\"url\":\"http://x/\",\"protocolVersion\":\"0.2.6\",\"skills\":[{\"id\":\"sum\"}]}"));
        assertThat(failure().message()).contains("version 1.0 or 0.3");
        agent.says("card", body(StandInAgent.card(agent.url("/a2a").toString()).replace("\"sum\"", "\"other\"")));
        assertThat(failure().message()).contains("no skill \"sum\"");
        agent.says("card", body("<html>"));
        assertThat(failure().kind()).isEqualTo(Failure.Kind.INVALID);
        agent.says("card", status(404, "not here"));
        assertThat(failure().kind()).isEqualTo(Failure.Kind.REFUSED);
    }

    /** Who quotes a secret in its patch has it dropped. */
    @Test
    void secretInAPatch_isDropped() throws Exception {
        agent.says("SendMessage", sent("COMPLETED", DATA.replace("\"value\":1", "\"value\":\"" + TOKEN + "\"")));

        assertThat(failure().message()).contains("its patch quotes one").doesNotContain(TOKEN);
    }
}
