package io.patchboard.gateway.runner.http;

import static io.patchboard.gateway.runner.http.HttpWorkers.QUICK;
import static io.patchboard.gateway.runner.http.HttpWorkers.answer;
import static io.patchboard.gateway.runner.http.HttpWorkers.binding;
import static io.patchboard.gateway.runner.http.HttpWorkers.error;
import static io.patchboard.gateway.runner.http.HttpWorkers.runner;
import static io.patchboard.gateway.runner.http.ScriptedServer.json;
import static io.patchboard.gateway.runner.http.ScriptedServer.status;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HttpRunnerTest {

    @Test
    void run_postsTheInvocation_andTakesTheAnswer() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                json("{\"invocationId\":\"i-1\",\"patch\":[1],\"usage\":{\"inputTokens\":3,\"outputTokens\":4}}"))) {
            Invocation invocation = invocation("i-1", "w");

            Answer answer = answer(server.url(), invocation);

            assertThat(answer.patch()).isEqualTo(JsonReader.parse("[1]"));
            assertThat(answer.usage()).contains(new Usage(3, 4, Optional.empty()));
            ScriptedServer.Request request = server.requests().get(0);
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.body()).isEqualTo(Invocations.bytes(invocation));
            assertThat(request.header("content-type")).isEqualTo("application/json");
            assertThat(request.header("idempotency-key")).isEqualTo("i-1");
            assertThat(request.header("patchboard-invocation-id")).isEqualTo("i-1");
            assertThat(request.header("patchboard-board-id")).isEqualTo("b-1");
            assertThat(request.header("patchboard-worker")).isEqualTo("w");
            assertThat(request.headers()).doesNotContainKeys("patchboard-callback", "webhook-signature");
        }
    }

    @Test
    void run_attemptsAtOneAction_haveItsKey() throws Exception {
        try (ScriptedServer server = new ScriptedServer(json("[]"), json("[]"))) {
            answer(
                    server.url(),
                    SampleInvocation.of("w").id("i-1").action("act-7").build());
            answer(
                    server.url(),
                    SampleInvocation.of("w")
                            .id("i-2")
                            .action("act-7")
                            .attempt(2)
                            .build());

            assertThat(server.requests())
                    .extracting(request -> request.header("idempotency-key"))
                    .containsExactly("act-7", "act-7");
            assertThat(server.requests())
                    .extracting(request -> request.header("patchboard-invocation-id"))
                    .containsExactly("i-1", "i-2");
        }
    }

    @Test
    void run_signedByTheWorker_keepsItsSignature() throws Exception {
        String signature = "\"signature\":{\"audience\":\"a\",\"key\":\"k\",\"value\":\"v\"}";
        try (ScriptedServer server = new ScriptedServer(
                json("{\"patch\":[],\"proposalId\":\"mine\"," + signature + "}"),
                json("{\"patch\":[]," + signature + "}"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).proof())
                    .contains(new Answer.Proof("mine", new Signature("a", "k", "v")));
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("Expected the proposalId that was signed");
        }
    }

    @Test
    void run_status204_nothingToChange() throws Exception {
        try (ScriptedServer server = new ScriptedServer(status(204, ""))) {
            assertThat(answer(server.url(), invocation("i-1", "w"))).isEqualTo(Answer.nothing());
        }
    }

    @Test
    void run_bareArrayOrErrorOrNoContentType_read() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(json("[]"), json("{\"error\":\"no idea\"}"), status(200, "[2]"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[]"));
            assertThat(answer(server.url(), invocation("i-1", "w"))).isEqualTo(Answer.failed("no idea"));
            assertThat(answer(server.url(), invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[2]"));
        }
    }

    @Test
    void run_wrongTypeGarbageOrAnotherInvocation_failsWithExcerpt() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                status(200, "<html>hello\u001b[2J", "Content-Type", "text/html; charset=utf-8"),
                json("<html>hello"),
                json(""),
                json("{\"invocationId\":\"i-7\",\"patch\":[]}"),
                json("7"))) {
            assertThat(error(server.url(), invocation("i-1", "w")))
                    .contains("Content-Type text/html", "\"<html>hello\\u001b[2J\"")
                    .contains("Expected an answer from worker w at " + server.url());
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("it answered: \"<html>hello\"");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("with an empty body");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("answered another invocation, i-7");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("Expected a JSON object or an array");
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void run_5xx429408425_triedAgainWithTheSameKey() throws Exception {
        try (ScriptedServer server = new ScriptedServer(status(503, "later"), status(429, ""), json("[]"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).isFailed()).isFalse();
            assertThat(server.requests())
                    .extracting(request -> request.header("idempotency-key"))
                    .containsExactly("i-1", "i-1", "i-1");
        }
        try (ScriptedServer server = new ScriptedServer(status(408, ""), status(425, ""), json("[]"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).isFailed()).isFalse();
        }
    }

    @Test
    void run_5xxForEver_failsAfterTheLastAttemptWithExcerpt() throws Exception {
        try (ScriptedServer server = new ScriptedServer(status(500, "stack trace here"))) {
            assertThat(error(server.url(), invocation("i-1", "w")))
                    .contains("status 500: \"stack trace here\"; this was the last of 3 attempts");
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void run_4xxOrRedirect_failsAtOnce() throws Exception {
        try (ScriptedServer other = new ScriptedServer(json("[]"));
                ScriptedServer server = new ScriptedServer(
                        status(400, "bad view"),
                        status(401, "who"),
                        status(404, ""),
                        status(307, "", "Location", other.url().toString()),
                        status(201, "x"))) {
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("status 400: \"bad view\"");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("status 401");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("status 404");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("status 307", "not followed");
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("status 201", "expected 200");
            assertThat(server.requests()).hasSize(5);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void run_retryAfter_heard() throws Exception {
        try (ScriptedServer server = new ScriptedServer(status(429, "", "Retry-After", "1"), json("[]"))) {
            long start = System.nanoTime();
            assertThat(answer(server.url(), invocation("i-1", "w")).isFailed()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusHours(1));
        String overdrawn = "Fri, 31 Dec 9999 23:59:59 GMT";
        for (String later : List.of("3600", date, overdrawn)) {
            try (ScriptedServer server = new ScriptedServer(status(503, "", "Retry-After", later))) {
                assertThat(error(server.url(), invocation("i-1", "w"))).contains("no time for another attempt");
                assertThat(server.requests()).hasSize(1);
            }
        }
        try (ScriptedServer server = new ScriptedServer(status(503, "", "Retry-After", "soon"), json("[]"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).isFailed()).isFalse();
        }
    }

    @Test
    void run_deadline_endsAttemptsInTime() throws Exception {
        try (ScriptedServer server = new ScriptedServer(exchange -> await().until(() -> false))) {
            Instant now = Instant.now();
            HttpRunner runner = new HttpRunner(
                    "w", binding(server.url()), new HttpCaller(), Callbacks.none(), Clock.fixed(now, ZoneOffset.UTC));
            try (runner) {
                assertThat(runner.run(invocation("i-1", "w", now.plusSeconds(2), "{}"))
                                .toCompletableFuture()
                                .get(5, TimeUnit.MINUTES)
                                .error()
                                .orElseThrow())
                        .contains("within 1.8 s", "still at work");
            }
        }
    }

    @Test
    void run_moreThanTheConcurrency_wait() throws Exception {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch twoAreIn = new CountDownLatch(2);
        ScriptedServer.Reply slow = exchange -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            twoAreIn.countDown();
            try {
                twoAreIn.await(5, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            atOnce.decrementAndGet();
            json("[]").to(exchange);
        };
        try (ScriptedServer server = new ScriptedServer(slow);
                HttpRunner runner = runner(
                        new WorkerBinding.Http(HttpEndpoint.of(server.url()), Duration.ofMinutes(5), 2, QUICK))) {
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(runner.run(invocation("i-" + i, "w")).toCompletableFuture());
            }
            for (CompletableFuture<Answer> answer : answers) {
                assertThat(answer.get(5, TimeUnit.MINUTES).isFailed()).isFalse();
            }
            assertThat(most).hasValue(2);
        }
    }

    @Test
    void run_waitForAPlace_takesNothingOfTheTimeout() throws Exception {
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            ScriptedServer.Reply slow = exchange -> {
                LockSupport.parkNanos(limit.toNanos() / 2);
                json("[]").to(exchange);
            };
            try (ScriptedServer server = new ScriptedServer(slow);
                    HttpRunner runner =
                            runner(new WorkerBinding.Http(HttpEndpoint.of(server.url()), limit, 1, QUICK))) {
                List<CompletableFuture<Answer>> answers = IntStream.range(0, 4)
                        .mapToObj(i -> runner.run(invocation("i-" + i, "w")).toCompletableFuture())
                        .toList();
                return answers.stream()
                        .noneMatch(answer ->
                                answer.orTimeout(5, TimeUnit.MINUTES).join().isFailed());
            }
        });
    }

    @Test
    void run_noPlaceUntilTheDeadline_saysSo() throws Exception {
        try (ScriptedServer server = new ScriptedServer(exchange -> await().until(() -> false));
                HttpRunner runner = runner(
                        new WorkerBinding.Http(HttpEndpoint.of(server.url()), Duration.ofMinutes(5), 1, QUICK))) {
            runner.run(invocation("i-1", "w"));
            await().untilAsserted(() -> assertThat(server.requests()).hasSize(1));

            Answer answer = runner.run(invocation("i-2", "w", Instant.now().plusSeconds(1), "{}"))
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);

            assertThat(answer.error().orElseThrow()).contains("all of its 1 requests at once were taken");
        }
    }

    @Test
    void close_workUnderWayAndAfterwards_cancelled() throws Exception {
        try (ScriptedServer server = new ScriptedServer(exchange -> await().until(() -> false))) {
            HttpRunner runner = runner(binding(server.url()));
            CompletableFuture<Answer> answer =
                    runner.run(invocation("i-1", "w")).toCompletableFuture();
            await().until(() -> !server.requests().isEmpty());
            runner.close();
            assertThatThrownBy(() -> answer.get(5, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
            assertThat(runner.run(invocation("i-2", "w")).toCompletableFuture()).isCompletedExceptionally();
        }
    }
}
