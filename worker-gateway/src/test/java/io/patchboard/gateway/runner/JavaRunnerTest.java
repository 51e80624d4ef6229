package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.text.Durations;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

final class JavaRunnerTest {

    @Test
    void run_worker_answers() throws Exception {
        assertThat(answer(invocation -> Answer.of(Json.of(invocation.invocationId()))))
                .isEqualTo(Answer.of(Json.of("i-1")));
    }

    @Test
    void run_exceptionOrError_failsWithClassAndMessage() throws Exception {
        assertThat(answer(invocation -> {
                            throw new IllegalStateException("no luck");
                        })
                        .error()
                        .orElseThrow())
                .contains("java.lang.IllegalStateException: no luck");
        assertThat(answer(JavaRunnerTest::overflow).error().orElseThrow()).contains("StackOverflowError");
    }

    @Test
    void run_null_fails() throws Exception {
        assertThat(answer(invocation -> null).error().orElseThrow()).contains("it returned null");
    }

    @Test
    void run_workerLogs_withTheInvocationInItsContextAndNotAfterwards() throws Exception {
        List<Map<String, String>> contexts = new CopyOnWriteArrayList<>();
        Worker logging = invocation -> {
            contexts.add(MDC.getCopyOfContextMap());
            if (invocation.invocationId().equals("i-1")) {
                throw new IllegalStateException("no luck");
            }
            return Answer.nothing();
        };
        try (CapturedLog log = new CapturedLog();
                JavaRunner runner = new JavaRunner("w", logging, Duration.ofMinutes(5), Clock.systemUTC(), 4)) {
            for (String id : List.of("i-1", "i-2")) {
                runner.run(invocation(id, "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
            }
            assertThat(contexts)
                    .containsExactly(
                            Map.of(
                                    "boardId",
                                    "b-1",
                                    "sequence",
                                    "3",
                                    "invocationId",
                                    "i-1",
                                    "worker",
                                    "w",
                                    "attempt",
                                    "1"),
                            Map.of(
                                    "boardId",
                                    "b-1",
                                    "sequence",
                                    "3",
                                    "invocationId",
                                    "i-2",
                                    "worker",
                                    "w",
                                    "attempt",
                                    "1"));
            assertThat(log.lines()).anySatisfy(line -> assertThat(line).contains("it threw", "no luck", "boardId=b-1"));
        }
    }

    @Test
    void run_hang_interruptedAndAnsweredFor() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Worker hang = invocation -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Answer.nothing();
        };
        MoreTime.until(Duration.ofMillis(100), limit -> {
            try (JavaRunner runner = new JavaRunner("w", hang, limit, Clock.systemUTC(), 4)) {
                Answer answer =
                        runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
                assertThat(answer.error().orElseThrow()).contains("within " + Durations.spoken(limit));
                return started.getCount() == 0;
            }
        });
        assertThat(interrupted.await(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void run_afterClose_cancelled() {
        JavaRunner runner =
                new JavaRunner("w", invocation -> Answer.nothing(), Duration.ofSeconds(1), Clock.systemUTC(), 4);
        runner.close();
        assertThatThrownBy(() ->
                        runner.run(invocation("i-1", "w")).toCompletableFuture().join())
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void close_whileAWorkerIsAtWork_cancelledWhateverItMakesOfTheInterrupt() throws Exception {
        CountDownLatch started = new CountDownLatch(2);
        Worker waiting = invocation -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                if (invocation.invocationId().equals("i-1")) {
                    throw e;
                }
            }
            return Answer.nothing();
        };
        JavaRunner runner = new JavaRunner("w", waiting, Duration.ofMinutes(5), Clock.systemUTC(), 4);
        List<CompletableFuture<Answer>> answers = List.of("i-1", "i-2").stream()
                .map(id -> runner.run(invocation(id, "w")).toCompletableFuture())
                .toList();
        assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
        runner.close();
        assertThat(answers)
                .allSatisfy(answer -> assertThatThrownBy(answer::join).isInstanceOf(CancellationException.class));
    }

    @SuppressWarnings("InfiniteRecursion") // what a buggy worker does
    private static Answer overflow(Invocation invocation) {
        return overflow(invocation);
    }

    private static Answer answer(Worker worker) throws Exception {
        try (JavaRunner runner = new JavaRunner("w", worker, Duration.ofMinutes(5), Clock.systemUTC(), 4)) {
            return runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
        }
    }
}
