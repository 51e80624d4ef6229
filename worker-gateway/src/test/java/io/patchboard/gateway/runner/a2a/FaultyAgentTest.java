package io.patchboard.gateway.runner.a2a;

import static io.patchboard.gateway.runner.a2a.StandInAgent.body;
import static io.patchboard.gateway.runner.a2a.StandInAgent.result;
import static io.patchboard.gateway.runner.a2a.StandInAgent.sent;
import static io.patchboard.gateway.runner.a2a.StandInAgent.status;
import static io.patchboard.gateway.runner.a2a.StandInAgent.task;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.record.Failure;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of others that do not do what the protocol says. */
class FaultyAgentTest extends AgentRig {

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

    /** The kernel then waits as long as the agent wants. */
    @ParameterizedTest
    @CsvSource({"429, PT2M", "503, PT2M", "401,"})
    void agentThatWantsToBeLeftAlone_isToldToTheKernel(int status, Duration wait) throws Exception {
        agent.says("SendMessage", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "120");
            exchange.sendResponseHeaders(status, -1);
        });

        assertThat(failure().retryAfter()).isEqualTo(Optional.ofNullable(wait));
    }

    @Test
    void agentThatWantsToBeLeftAlone_isNotAskedForItsTaskMeanwhile() throws Exception {
        agent.says("SendMessage", sent("WORKING", "}}"))
                .says("CancelTask", task("CANCELED", "}}"))
                .says("GetTask", exchange -> {
                    exchange.getResponseHeaders().add("Retry-After", "3600");
                    exchange.sendResponseHeaders(429, -1);
                });

        Failure failure = answer(Duration.ofSeconds(3)).failure().orElseThrow();

        assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(agent.requests("GetTask")).hasSizeLessThanOrEqualTo(1);
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
