package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a kernel counts. */
final class KernelMetersTest extends KernelRig {

    @Test
    void eachProposal_countsOnceByItsOutcome() {
        WorkerInvoked invoked = createBoard();
        kernel.propose("b1", scribble("p1"));
        kernel.propose("b1", scribble("p1"));
        kernel.propose("b1", scribble("p2").replace("/notes/-", "/summary"));
        kernel.propose("b1", "garbage");
        kernel.propose(
                "b1",
                answer(
                        "p3",
                        invoked,
                        "[{\"op\":\"add\",\"path\":\"/summary\",\"value\":\"done\"}],\"usage\":"
                                + "{\"inputTokens\":70,\"outputTokens\":8,\"cost\":0.5,\"model\":\"small\"}"));

        assertThat(count("patchboard.proposals", "outcome", "committed", "blueprint", "notes"))
                .isEqualTo(2);
        assertThat(count("patchboard.proposals", "stage", "AUTHORIZATION", "blueprint", "notes"))
                .isEqualTo(1);
        assertThat(count("patchboard.proposals", "stage", "DECODE")).isEqualTo(1);
        assertThat(count("patchboard.entries", "type", "BoardCompleted")).isEqualTo(1);
        assertThat(count("patchboard.tokens", "worker", "summarizer", "direction", "input", "model", "small"))
                .isEqualTo(70);
        assertThat(count("patchboard.cost", "worker", "summarizer")).isEqualTo(0.5);
        assertThat(kernel.meters().get("patchboard.decision").timer().count()).isEqualTo(6);
        assertThat(kernel.meters()
                        .get("patchboard.record.age")
                        .tag("topic", "commands")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    /** The task's own time stands still meanwhile; the clock goes on by 1 ms whenever it is looked at. */
    @Test
    void age_hasTheTimeThatItsDecisionTook() {
        createBoard();

        assertThat(kernel.meters()
                        .get("patchboard.record.age")
                        .tag("topic", "commands")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(1);
    }

    /** As all are behind which a kernel finds that was away. */
    @Test
    void age_ofMinutesAndHours_hasABucket() {
        try (PrometheusMetrics metrics = new PrometheusMetrics()) {
            KernelMeters counted = new KernelMeters(metrics.registry());
            counted.processed(0, true, Duration.ofMinutes(20).toMillis());
            counted.processed(0, true, Duration.ofHours(12).toMillis());

            assertThat(metrics.text())
                    .contains("patchboard_record_age_seconds_bucket{topic=\"commands\",le=\"300.0\"} 0")
                    .contains("patchboard_record_age_seconds_bucket{topic=\"commands\",le=\"1800.0\"} 1")
                    .contains("patchboard_record_age_seconds_bucket{topic=\"commands\",le=\"86400.0\"} 2");
        }
    }

    @Test
    void rejectedWork_hasItsTokens() {
        WorkerInvoked invoked = createBoard();
        kernel.propose(
                "b1",
                answer(
                        "p1",
                        invoked,
                        "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"x\"}],\"usage\":"
                                + "{\"inputTokens\":70,\"outputTokens\":8}"));

        assertThat(count("patchboard.tokens.rejected", "worker", "summarizer", "model", ""))
                .isEqualTo(78);
    }

    private double count(String name, String... labels) {
        return kernel.meters().get(name).tags(labels).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
