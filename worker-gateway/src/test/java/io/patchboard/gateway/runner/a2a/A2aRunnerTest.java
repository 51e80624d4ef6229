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
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.tracing.TraceHeaders;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of others behind a worker's name that do what the protocol says. */
class A2aRunnerTest extends AgentRig {

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
        JsonObject message =
                agent.requests("SendMessage").get(0).object("params").object("message");
        assertThat(message.text("messageId")).isEqualTo("i-1");
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
    void answerToAnotherInvocation_isNoAnswer() throws Exception {
        agent.says(
                "SendMessage",
                result("{\"message\":{\"parts\":[{\"data\":{\"invocationId\":\"i-0\",\"patch\":" + PATCH + "}}]}}"));

        assertThat(failure().kind()).isEqualTo(Failure.Kind.INVALID);
        assertThat(failure().message()).contains("the answer to another invocation");
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
        assertThat(failure.message()).contains("within 1 s", "still \"TASK_STATE_WORKING\"");
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
}
