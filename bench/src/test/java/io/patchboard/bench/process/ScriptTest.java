package io.patchboard.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.bench.process.Script.Sent;
import io.patchboard.bench.process.Script.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is written without deciding is what was decided once. */
final class ScriptTest {

    private static final int LATE = 1_000;

    @Test
    void steps_endAfterTheLast_andInviteForEachBefore() {
        Script script = BoardKind.STEPS.scripts(3).get(0);

        assertThat(script.isOver(3)).isFalse();
        assertThat(script.isOver(4)).isTrue();
        assertThat(IntStream.range(0, 4).map(input -> invocations(script.step(input))))
                .containsExactly(1, 1, 1, 0);
        assertThat(last(script.step(3))).startsWith("{\"type\":\"BoardCompleted\"");
        assertThat(script.step(0).due()).hasValue(true);
        assertThat(script.step(3).due()).hasValue(false);
    }

    @Test
    void reviews_ofEachInput_endWithAllAnswered() {
        List<Script> scripts = BoardKind.REVIEWS.scripts(0);

        assertThat(scripts).hasSizeGreaterThan(1).allSatisfy(script -> {
            int inputs = IntStream.rangeClosed(1, 100)
                    .filter(script::isOver)
                    .findFirst()
                    .orElseThrow();
            assertThat(IntStream.range(0, inputs)
                            .map(input -> invocations(script.step(input)))
                            .sum())
                    .isEqualTo(inputs - 1);
            assertThat(last(script.step(inputs - 1))).startsWith("{\"type\":\"BoardCompleted\"");
        });
    }

    @Test
    void invited_goOnForEver_withAnInvocationAndItsView() {
        Script script = BoardKind.INVITED.scripts(10_000).get(0);

        Step late = script.step(LATE);
        assertThat(script.isOver(LATE)).isFalse();
        assertThat(invocations(late)).isEqualTo(1);
        assertThat(last(late).length()).isGreaterThan(2_000);
        assertThat(last(late).indexOf("\"invocationId\":\"")).isBetween(0, 150);
        assertThat(late.ids()).hasSize(1);
        assertThat(late.slot().length).isBetween(1_000, late.snapshot().length);
    }

    @Test
    void claims_storeWhatTheKernelStoresOfRequests() {
        Script script = BoardKind.CLAIMS.scripts(10_000).get(0);

        assertThat(IntStream.range(LATE, LATE + 16).map(input -> invocations(script.step(input))))
                .containsOnly(0);
        assertThat(IntStream.range(LATE, LATE + 16)
                        .map(input -> script.step(input).ids().size())
                        .sum())
                .as("an id and a place in the ring for each, and how many there were once")
                .isEqualTo(33);
    }

    private static int invocations(Step step) {
        return (int) step.sent().stream().filter(Sent::invocation).count();
    }

    private static String last(Step step) {
        return new String(step.sent().get(step.sent().size() - 1).entry(), StandardCharsets.UTF_8);
    }
}
