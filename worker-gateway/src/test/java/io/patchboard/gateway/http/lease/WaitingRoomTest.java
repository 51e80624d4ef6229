package io.patchboard.gateway.http.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Invocations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong bytes = new AtomicLong();
    private final List<String> acknowledged = new ArrayList<>();
    private final List<String> released = new ArrayList<>();
    private final Map<String, Assignment> wereAsked = new HashMap<>();
    private final Set<String> lost = new HashSet<>();
    private Instant now = NOW;
    private final WaitingRoom room = new WaitingRoom(
            ((InstantSource) () -> now).withZone(ZoneOffset.UTC), Runnable::run, bytes, wereAsked::put, Alarm::in);

    @Test
    void fullRoom_whereSomebodyAsksForOthers_givesTheOldestBack() {
        for (int i = 0; i < WaitingRoom.MOST_WAITING; i++) {
            accept("i-" + i, "unwanted", NOW.plusSeconds(60));
        }
        room.tidy();
        assertThat(released).isEmpty();

        Poller poller = waiting("wanted");
        assertThat(room.space()).isZero();
        room.tidy();
        assertThat(released).hasSize(250).startsWith("i-0");
        accept("i-wanted", "wanted", NOW.plusSeconds(60));
        room.serve();
        assertThat(poller.leases().join()).hasSize(1);
    }

    @Test
    void room_takesWhatIsWantedAndAFewMore() {
        assertThat(room.space()).isEqualTo(WaitingRoom.READ_AHEAD);
        for (int i = 0; i < WaitingRoom.READ_AHEAD; i++) {
            accept("i-" + i, "unwanted", NOW.plusSeconds(60));
        }
        assertThat(room.space()).isZero();

        waiting("wanted");
        waiting("wanted");

        assertThat(room.space()).isEqualTo(WaitingRoom.READ_AHEAD + 2);
    }

    @Test
    void invocation_pastItsDeadline_isAcknowledgedAndNotLent() {
        accept("i-late", "a", NOW);

        assertThat(asked("a")).isEmpty();
        assertThat(acknowledged).containsExactly("i-late");
    }

    @Test
    void whoWasAskedBeforeTheDeadline_isRememberedAfterIt() {
        accept("i-lent", "a", NOW.plusSeconds(60));
        accept("i-not-lent", "b", NOW.plusSeconds(60));
        assertThat(asked("a")).hasSize(1);
        now = NOW.plusSeconds(60);

        room.tidy();

        assertThat(room.isEmpty()).isTrue();
        assertThat(wereAsked).containsOnlyKeys("i-lent");
        assertThat(wereAsked.get("i-lent").worker()).isEqualTo("a");
    }

    @Test
    void invocation_thatAnotherServerHasNow_isNotLent() {
        accept("i-1", "a", NOW.plusSeconds(60));
        accept("i-2", "a", NOW.plusSeconds(60));
        lost.add("i-1");

        assertThat(asked("a"))
                .extracting(lease -> lease.invocation().invocationId())
                .containsExactly("i-2");
        assertThat(asked("a")).isEmpty();
        assertThat(released).containsExactly("i-1");
    }

    @Test
    void whoWasAsked_isRememberedWhenAnotherServerHasIt() {
        accept("i-lent", "a", NOW.plusSeconds(60));
        accept("i-not-lent", "a", NOW.plusSeconds(60));
        asked("a").get(0).giveBack().run();
        lost.addAll(List.of("i-lent", "i-not-lent"));

        assertThat(asked("a")).isEmpty();
        assertThat(released).containsExactly("i-lent", "i-not-lent");
        assertThat(wereAsked).containsOnlyKeys("i-lent");
    }

    @Test
    void lease_isRenewedByWhoHasIt_andByNobodyElse() {
        accept("i-1", "a", NOW.plusSeconds(600));
        Poller poller = Poller.of(
                new PollRequest(1, Duration.ZERO, Optional.of(Duration.ofMinutes(1)), Set.of("a"), () -> false));
        room.enter(poller);
        Lease first = poller.leases().join().get(0);
        now = NOW.plusSeconds(7);
        assertThat(first.renewed().orElseThrow().until()).isEqualTo(NOW.plusSeconds(67));

        first.giveBack().run();
        assertThat(first.renewed()).isEmpty();
        Lease second = asked("a").get(0);
        assertThat(first.renewed()).isEmpty();
        room.settle("i-1");
        assertThat(second.renewed()).isEmpty();
    }

    @Test
    void lease_givenBack_goesToWhoWaits_andOnlyOnce() {
        accept("i-1", "a", NOW.plusSeconds(60));
        Lease first = asked("a").get(0);
        Poller next = waiting("a");
        assertThat(next.leases()).isNotDone();

        first.giveBack().run();
        assertThat(next.leases().join()).hasSize(1);
        // The first one's end is no end of the second one's lease.
        first.giveBack().run();

        assertThat(asked("a")).isEmpty();
    }

    @Test
    void poller_whoHasGone_isPassedOver() {
        AtomicBoolean gone = new AtomicBoolean();
        Poller leaves = Poller.of(new PollRequest(1, Duration.ofMinutes(1), Optional.empty(), Set.of(), gone::get));
        room.enter(leaves);
        Poller stays = waiting("a");
        gone.set(true);
        accept("i-1", "a", NOW.plusSeconds(60));
        room.serve();

        assertThat(leaves.leases().join()).isEmpty();
        assertThat(stays.leases().join()).hasSize(1);
    }

    /** Whether a poller has gone costs a question to the network each time. */
    @Test
    void leasesThatEnd_askThoseWhoWantThem_andNobodyElse() {
        AtomicInteger asked = new AtomicInteger();
        for (int i = 0; i < WaitingRoom.MOST_POLLERS; i++) {
            assertThat(room.enter(Poller.of(new PollRequest(
                            1,
                            Duration.ofMinutes(1),
                            Optional.empty(),
                            Set.of("nobody"),
                            () -> asked.incrementAndGet() < 0))))
                    .isTrue();
        }
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < WaitingRoom.MOST_WAITING; i++) {
            accept("i-" + i, "a", NOW.plusSeconds(60));
            leases.addAll(asked("a"));
        }

        leases.forEach(lease -> lease.giveBack().run());
        room.serve();

        assertThat(leases).hasSize(WaitingRoom.MOST_WAITING);
        assertThat(asked).hasValueLessThanOrEqualTo(2 * WaitingRoom.MOST_POLLERS);
    }

    @Test
    void whoTakesTheWorkOfSeveral_getsTheOldestFirst_alsoOfThatWhichWasGivenBack() {
        for (int i = 0; i < 6; i++) {
            accept("i-" + i, List.of("a", "b", "c").get(i % 3), NOW.plusSeconds(60));
        }
        Lease first = asked("a").get(0);
        first.giveBack().run();

        assertThat(asked(4, Set.of("a", "b"))).containsExactly("i-0", "i-1", "i-3", "i-4");
        assertThat(asked(4, Set.of())).containsExactly("i-2", "i-5");
    }

    private List<String> asked(int max, Set<String> workers) {
        Poller poller = Poller.of(new PollRequest(max, Duration.ZERO, Optional.empty(), workers, () -> false));
        room.enter(poller);
        return poller.leases().join().stream()
                .map(lease -> lease.invocation().invocationId())
                .toList();
    }

    @Test
    void invocation_deliveredTwice_isLentOnce_andBothAreAcknowledged() {
        accept("i-1", "a", NOW.plusSeconds(60));
        accept("i-1", "a", NOW.plusSeconds(60));

        assertThat(asked("a")).hasSize(1);
        room.settle("i-1");
        assertThat(acknowledged).containsExactly("i-1", "i-1");
        assertThat(bytes).hasValue(0);
    }

    @Test
    void deliveries_thatWereLost_areLetGo_whenTheInvocationComesAgain() {
        accept("i-1", "a", NOW.plusSeconds(60));
        assertThat(asked("a")).hasSize(1);
        lost.add("i-1");
        accept("i-1", "a", NOW.plusSeconds(60));
        lost.clear();

        room.settle("i-1");
        assertThat(acknowledged).containsExactly("i-1");
    }

    @Test
    void closedRoom_givesEverythingBack() {
        accept("i-1", "a", NOW.plusSeconds(60));
        accept("i-2", "a", NOW.plusSeconds(60));
        asked("a");
        Poller poller = waiting("b");

        room.close();

        assertThat(released).containsExactlyInAnyOrder("i-1", "i-2");
        assertThat(poller.leases().join()).isEmpty();
        assertThat(bytes).hasValue(0);
        assertThat(room.isIdle()).isTrue();
    }

    @Test
    void deadline_beyondAllTimers_isLent() {
        accept("i-1", "a", Instant.MAX);

        assertThat(asked("a")).hasSize(1);
    }

    private void accept(String id, String worker, Instant deadline) {
        room.accept(Invocations.invocation(id, worker, deadline, "{}"), new Noted(id));
    }

    private List<Lease> asked(String worker) {
        Poller poller = Poller.of(new PollRequest(1, Duration.ZERO, Optional.empty(), Set.of(worker), () -> false));
        room.enter(poller);
        return poller.leases().join();
    }

    private Poller waiting(String worker) {
        Poller poller =
                Poller.of(new PollRequest(1, Duration.ofMinutes(1), Optional.empty(), Set.of(worker), () -> false));
        room.enter(poller);
        return poller;
    }

    private final class Noted implements Delivery {

        private final String id;

        Noted(String id) {
            this.id = id;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> record() {
            return new ConsumerRecord<>(id, 0, 0, null, id.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean isLost() {
            return lost.contains(id);
        }

        @Override
        public void ack() {
            acknowledged.add(id);
        }

        @Override
        public void release() {
            released.add(id);
        }
    }
}
