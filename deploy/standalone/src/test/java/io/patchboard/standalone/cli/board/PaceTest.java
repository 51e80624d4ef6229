package io.patchboard.standalone.cli.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

    private final AtomicLong now = new AtomicLong();
    private final List<Long> begun = new ArrayList<>();

    private int paced(double rate, long pausedOf, Duration taken) {
        Pace pace = new Pace(rate, now::get, nanos -> now.addAndGet(Math.max(1, nanos / pausedOf)));
        return pace.each(List.of("a", "b", "c"), item -> {
            begun.add(Duration.ofNanos(now.get()).toMillis());
            now.addAndGet(taken.toNanos());
            return !item.equals("b");
        });
    }

    @Test
    void eachWaitsForItsTurn_theFirstForNobody() {
        assertThat(paced(4, 1, Duration.ofMillis(20))).isEqualTo(2);
        assertThat(begun).containsExactly(0L, 250L, 500L);
    }

    @Test
    void whatTakesLonger_isFollowedAtOnce() {
        paced(4, 1, Duration.ofMillis(300));
        assertThat(begun).containsExactly(0L, 300L, 600L);
    }

    /** As the JDK may, for no reason. */
    @Test
    void aPauseThatEndsEarly_isMadeUpFor() {
        paced(4, 2, Duration.ZERO);
        assertThat(begun).containsExactly(0L, 250L, 500L);
    }
}
