package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.runner.KeptCheckpoints;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.Report;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.Json;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PolledWorkTest {

    private final KeptCheckpoints checkpoints = new KeptCheckpoints();
    private final PolledWork polled = new PolledWork(checkpoints, Clock.systemUTC());

    @AfterEach
    void close() {
        polled.close();
    }

    private static Invocation invocation(String id) {
        return SampleInvocation.of("w")
                .item("/notes/0", Json.of(id).toString())
                .id(id)
                .build();
    }

    private LongWork lent(String id) {
        return polled.lent(invocation(id)).toCompletableFuture().join();
    }

    private static void save(LongWork work, String checkpoint) {
        work.take(new Report(Optional.empty(), Optional.of(Json.of(checkpoint))));
    }

    @Test
    void invocationThatIsLentAgain_goesOnFromWhatWasReported() {
        save(lent("i-1"), "halfway");

        assertThat(lent("i-1").checkpoint()).contains(Json.of("halfway"));
    }

    @Test
    void report_isOfWhatWasLent() {
        LongWork work = lent("i-1");

        assertThat(polled.of(invocation("i-1")).toCompletableFuture().join()).isSameAs(work);
    }

    @Test
    void answered_keepsNoCheckpoint_butSaysWhatItWentOnFrom() {
        save(lent("i-1"), "halfway");
        String from = lent("i-1").givenHash().orElseThrow();

        polled.end("i-1");

        assertThat(polled.bytesKept()).isZero();
        assertThat(polled.told("i-1", Answer.nothing())
                        .usage()
                        .orElseThrow()
                        .circumstances()
                        .toString())
                .contains(from);
    }

    @Test
    void whoWasGivenNoCheckpoint_wentOnFromNone_andTheNextIsGivenIt() {
        save(lent("i-1"), "halfway");
        polled.lentWithout("i-1");
        assertThat(polled.told("i-1", Answer.nothing())).isEqualTo(Answer.nothing());

        PolledWork restarted = new PolledWork(checkpoints, Clock.systemUTC());
        LongWork work = restarted.of(invocation("i-1")).toCompletableFuture().join();
        work.report("at work");

        assertThat(restarted.told("i-1", Answer.nothing())).isEqualTo(Answer.nothing());
        assertThat(restarted
                        .lent(invocation("i-1"))
                        .toCompletableFuture()
                        .join()
                        .checkpoint())
                .contains(Json.of("halfway"));
    }

    @Test
    void checkpoints_haveABoundTogether() {
        for (int i = 0; i < 200; i++) {
            save(lent("i-" + i), "x".repeat(500_000));
        }

        assertThat(polled.bytesKept()).isBetween(20_000_000L, 32L * 1024 * 1024 + LongWork.MOST_BYTES);
    }
}
