package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.inject.InjectedFaults;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FaultyRunnerTest {

    private static final Answer RIGHT = Answer.of(JsonReader.parse("[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]"));

    private static InjectedFaults faults(String list) {
        return InjectedFaults.read(JsonReader.parse("{\"seed\": 7, \"faults\": [" + list + "]}"));
    }

    private static Invocation invocation(int item, int attempt) {
        LogEntry some = Invocations.invocation("i-" + item, "w").entry();
        WorkerInvoked invoked = (WorkerInvoked) some.event();
        return new Invocation(new LogEntry(
                some.header(),
                new WorkerInvoked(
                        invoked.invocationId(),
                        "w",
                        invoked.queue(),
                        attempt,
                        invoked.deadline(),
                        1,
                        new Trigger("r", 1, Optional.of("/items/" + item)),
                        "",
                        invoked.view(),
                        invoked.viewHash(),
                        JsonReader.parse("[]"))));
    }

    private static Answer answer(String list, Invocation invocation) {
        JavaRunner right = new JavaRunner("w", any -> RIGHT, Duration.ofMinutes(5), Clock.systemUTC(), 1);
        try (FaultyRunner runner = new FaultyRunner(right, faults(list))) {
            return runner.run(invocation).toCompletableFuture().join();
        }
    }

    @Test
    void timeoutsAndFailures_areReportedWithTheirLabel() {
        Answer hangs = answer("{\"label\": \"it hangs\", \"worker\": \"w\", \"kind\": \"timeout\"}", invocation(0, 1));
        Answer busy = answer(
                "{\"label\": \"b\", \"worker\": \"w\", \"kind\": \"failure\", \"class\": \"bug\","
                        + " \"message\": \"Busy: later\"}",
                invocation(0, 1));

        assertThat(hangs.failure()).contains(Failure.of(Failure.Kind.TIMEOUT, "Injected: it hangs"));
        assertThat(busy.failure()).contains(Failure.of(Failure.Kind.BUG, "Busy: later"));
    }

    @Test
    void violation_putsItsValueInThePlaceOfTheAnswers() {
        Answer wrong = answer(
                "{\"label\": \"v\", \"worker\": \"w\", \"kind\": \"violation\", \"value\": [\"x\"]}", invocation(0, 1));

        assertThat(wrong.patch()).hasToString("[{\"op\":\"add\",\"path\":\"/a\",\"value\":[\"x\"]}]");
    }

    @Test
    void othersAndLaterAttempts_areRight() {
        String once = "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"timeout\"}";

        assertThat(answer(once, invocation(0, 2))).isEqualTo(RIGHT);
        assertThat(answer(once.replace("\"w\"", "\"other\""), invocation(0, 1))).isEqualTo(RIGHT);
        assertThat(answer(once.replace("}", ", \"attempts\": 2}"), invocation(0, 2))
                        .isFailed())
                .isTrue();
    }

    /** By the seed and the item, and by nothing that another run would have otherwise. */
    @Test
    void share_isDrawnTheSameEachTime() {
        String half = "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"timeout\", \"share\": 0.5}";
        List<Boolean> first = IntStream.range(0, 200)
                .mapToObj(item -> answer(half, invocation(item, 1)).isFailed())
                .toList();
        List<Boolean> second = IntStream.range(0, 200)
                .mapToObj(item -> answer(half, invocation(item, 1)).isFailed())
                .toList();

        assertThat(second).isEqualTo(first);
        assertThat(first.stream().filter(failed -> failed).count()).isBetween(70L, 130L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"worker\": \"w\", \"kind\": \"timeout\"}",
                "{\"label\": \"l\", \"kind\": \"timeout\"}",
                "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"sulks\"}",
                "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"failure\", \"class\": \"x\"}",
                "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"timeout\", \"share\": 2}",
                "{\"label\": \"l\", \"worker\": \"w\", \"kind\": \"timeout\", \"shere\": 1}"
            })
    void mistakes_areNamed(String list) {
        assertThatThrownBy(() -> faults(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Expected ")
                .hasMessageContaining(" at /faults");
    }
}
