package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FetchCreditsTest {

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();
    private final FetchCredits credits = new FetchCredits(20, waiting::get, now::get);

    @Test
    void await_oneFreePlace_oneLaneFetches() throws Exception {
        credits.set(1);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isFalse();
        assertThat(mayFetch("c")).isFalse();
        credits.fetched("a");
        assertThat(mayFetch("b")).isTrue();
    }

    @Test
    void await_roomForTwoBatches_twoLanesFetch() throws Exception {
        credits.set(50);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isTrue();
        assertThat(mayFetch("c")).isFalse();
    }

    @Test
    void await_whatWaits_takesRoom() throws Exception {
        credits.set(20);
        waiting.set(20);
        assertThat(mayFetch("a")).isFalse();
        waiting.set(19);
        assertThat(mayFetch("a")).isTrue();
    }

    @Test
    void await_aLaneThatFetches_goesOnWithoutDemand() throws Exception {
        credits.set(1);
        assertThat(mayFetch("a")).isTrue();
        credits.set(0);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isFalse();
    }

    @Test
    void await_aFetchWithoutResult_lendsItsPlace() throws Exception {
        credits.set(1);
        assertThat(mayFetch("a")).isTrue();
        now.addAndGet(FetchCredits.LENT.toNanos());
        assertThat(mayFetch("b")).isTrue();
        assertThat(mayFetch("c")).isFalse();
    }

    private boolean mayFetch(String lane) throws InterruptedException {
        return credits.await(lane, Duration.ZERO);
    }
}
