package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DemandTest {

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();
    private final Demand demand = new Demand(20, waiting::get, now::get);

    @Test
    void await_oneFreePlace_oneLaneFetches() throws Exception {
        demand.set(1);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isFalse();
        assertThat(mayFetch("c")).isFalse();
        demand.fetched("a");
        assertThat(mayFetch("b")).isTrue();
    }

    @Test
    void await_roomForTwoBatches_twoLanesFetch() throws Exception {
        demand.set(50);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isTrue();
        assertThat(mayFetch("c")).isFalse();
    }

    @Test
    void await_whatWaits_takesRoom() throws Exception {
        demand.set(20);
        waiting.set(20);
        assertThat(mayFetch("a")).isFalse();
        waiting.set(19);
        assertThat(mayFetch("a")).isTrue();
    }

    @Test
    void await_aLaneThatFetches_goesOnWithoutDemand() throws Exception {
        demand.set(1);
        assertThat(mayFetch("a")).isTrue();
        demand.set(0);
        assertThat(mayFetch("a")).isTrue();
        assertThat(mayFetch("b")).isFalse();
    }

    @Test
    void await_aFetchWithoutResult_lendsItsPlace() throws Exception {
        demand.set(1);
        assertThat(mayFetch("a")).isTrue();
        now.addAndGet(Demand.LENT.toNanos());
        assertThat(mayFetch("b")).isTrue();
        assertThat(mayFetch("c")).isFalse();
    }

    private boolean mayFetch(String lane) throws InterruptedException {
        return demand.await(lane, Duration.ZERO);
    }
}
