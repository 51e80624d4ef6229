package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.patience.MoreTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class GateTest {

    @Test
    void awaitTurn_closedWhileWaiting_looksAgain() throws Exception {
        // It must be closed again before it would have opened.
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            Gate gate = new Gate(Limits.DEFAULT);
            gate.closeFor(limit);
            FutureTask<Boolean> turn = new FutureTask<>(() -> gate.awaitTurn(Deadline.in(Duration.ofMinutes(10))));
            Thread waiting = new Thread(turn);
            waiting.start();
            await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING || turn.isDone());

            gate.closeFor(Duration.ofHours(1));

            return !turn.get(5, TimeUnit.MINUTES);
        });
    }

    @Test
    void awaitTurn_closedForAWhile_passesThen() throws Exception {
        Gate gate = new Gate(new Limits(1, Optional.of(6_000), Duration.ofSeconds(1), 0, Duration.ofSeconds(1)));
        gate.closeFor(Duration.ofMillis(100));

        assertThat(gate.awaitTurn(Deadline.in(Duration.ofMinutes(5)))).isTrue();
    }
}
