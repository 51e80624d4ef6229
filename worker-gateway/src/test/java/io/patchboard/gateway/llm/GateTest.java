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

    private static final Duration HOUR = Duration.ofHours(1);

    private static Gate gate(int places) {
        return new Gate(new Limits(places, Optional.empty(), Duration.ofSeconds(1), 0, Duration.ofSeconds(1)));
    }

    private static Deadline in(int minutes) {
        return Deadline.in(Duration.ofMinutes(minutes));
    }

    /** Returns when it waits, or has been let in or sent away. */
    private static FutureTask<Gate.Entry> entering(Gate gate, Deadline deadline) {
        FutureTask<Gate.Entry> entry = new FutureTask<>(() -> gate.enter(deadline));
        Thread waiting = Thread.ofPlatform().daemon().start(entry);
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING || entry.isDone());
        return entry;
    }

    @Test
    void enter_closedWhileWaiting_looksAgain() throws Exception {
        // It must be closed again before it would have opened.
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            Gate gate = new Gate(Limits.DEFAULT);
            gate.closeFor(limit);
            FutureTask<Gate.Entry> entry = entering(gate, in(10));

            gate.closeFor(HOUR);

            return entry.get(5, TimeUnit.MINUTES) == Gate.Entry.NO_TURN;
        });
    }

    @Test
    void enter_closedForAWhile_passesThen() throws Exception {
        Gate gate = new Gate(new Limits(1, Optional.of(6_000), Duration.ofSeconds(1), 0, Duration.ofSeconds(1)));
        gate.closeFor(Duration.ofMillis(100));

        assertThat(gate.enter(in(5))).isEqualTo(Gate.Entry.ENTERED);
    }

    @Test
    void enter_closedForTooLong_toldAtOnce_thoughNoPlaceIsFree() throws Exception {
        Gate gate = gate(1);
        assertThat(gate.enter(in(5))).isEqualTo(Gate.Entry.ENTERED);
        gate.closeFor(HOUR);

        assertThat(entering(gate, in(30)).get(5, TimeUnit.MINUTES)).isEqualTo(Gate.Entry.NO_TURN);
    }

    @Test
    void enter_closedWhileOthersWaitForAPlace_noneIsTakenByWhoWaitsForItToOpen() throws Exception {
        Gate gate = gate(1);
        assertThat(gate.enter(in(5))).isEqualTo(Gate.Entry.ENTERED);
        FutureTask<Gate.Entry> patient = entering(gate, in(120));
        FutureTask<Gate.Entry> hasLessTime = entering(gate, in(30));
        gate.closeFor(HOUR);
        gate.leave();

        assertThat(hasLessTime.get(5, TimeUnit.MINUTES)).isEqualTo(Gate.Entry.NO_TURN);
        assertThat(patient).isNotDone();
        patient.cancel(true);
    }
}
