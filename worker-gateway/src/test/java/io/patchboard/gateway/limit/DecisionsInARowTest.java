package io.patchboard.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.calls.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gateways come, call, tell, hear and are killed, in any order that a group of Kafka's allows. */
class DecisionsInARowTest {

    private static final int MOST = 5;
    private static final Duration LONG = Duration.ofDays(1);

    private final FleetLimit limit = new FleetLimit("l", OptionalLong.of(MOST), OptionalLong.empty(), FairBy.NOBODY);
    private final List<Member> members = new ArrayList<>();
    private int made;

    private final class Member {
        private final String id = "m" + made++;
        private final Permits permits = new Permits(limit);
        private final Deque<Permit> calls = new ArrayDeque<>();
        private int waiting;
        private boolean heard;

        private Member() {
            permits.certain(System.nanoTime(), LONG);
            permits.serve(() -> {}, () -> waiting);
        }

        /** One thing that a gateway does by itself. */
        private void act(Random random) {
            switch (random.nextInt(3)) {
                case 0 -> waiting = random.nextInt(8);
                case 1 -> permits.take().ifPresent(calls::add);
                default -> {
                    if (!calls.isEmpty()) {
                        calls.remove().close();
                    }
                }
            }
            assertThat(members.stream().mapToInt(one -> one.calls.size()).sum()).isLessThanOrEqualTo(MOST);
        }
    }

    private void actALot(Random random) {
        for (int i = 0; i < 10; i++) {
            members.get(random.nextInt(members.size())).act(random);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whateverHappens_neverMoreCallsAtOnceThanTheLimit(long seed) {
        Random random = new Random(seed);
        members.add(new Member());
        int most = 0;
        for (int round = 0; round < 2_000; round++) {
            if (members.size() < 4 && random.nextInt(3) == 0) {
                members.add(new Member());
            }
            actALot(random);
            SortedMap<String, Map<String, Stake>> stakes = new TreeMap<>();
            for (Member member : members) {
                stakes.put(member.id, Map.of("l", member.permits.tell(member.heard)));
                actALot(random);
            }
            if (members.size() > 1 && random.nextInt(4) == 0) {
                // Killed after it has told; what was decided goes to the others.
                members.remove(random.nextInt(members.size()));
            }
            Map<String, Map<String, Share>> shares = Decision.of(stakes);
            for (Member member : new ArrayList<>(members)) {
                member.permits.decided(shares.get(member.id).get("l"));
                member.heard = true;
                actALot(random);
                most = Math.max(
                        most, members.stream().mapToInt(one -> one.calls.size()).sum());
            }
        }
        assertThat(most).isEqualTo(MOST);
    }

    @Test
    void twoStateItDifferently_theLeastHolds() {
        Map<String, Share> shares = new HashMap<>();
        SortedMap<String, Map<String, Stake>> stakes = new TreeMap<>();
        stakes.put("a", Map.of("l", stake(OptionalLong.of(6), OptionalLong.of(1_440))));
        stakes.put("b", Map.of("l", stake(OptionalLong.of(4), OptionalLong.empty())));
        Decision.of(stakes).forEach((id, of) -> shares.put(id, of.get("l")));
        assertThat(shares.values()).extracting(Share::most).containsOnly(2L);
        assertThat(shares.values()).extracting(Share::rate).containsOnly(720L);
    }

    @Test
    void rate_isDividedAmongThoseWhoCall() {
        SortedMap<String, Map<String, Stake>> stakes = new TreeMap<>();
        stakes.put("a", Map.of("l", stake(OptionalLong.empty(), OptionalLong.of(1_440))));
        stakes.put(
                "b",
                Map.of("l", new Stake(OptionalLong.empty(), OptionalLong.of(1_440), 0, 0, 0, false, 0, 0, List.of())));
        assertThat(Decision.of(stakes).get("a").get("l").rate()).isEqualTo(1_440);
        assertThat(Decision.of(stakes).get("b").get("l").rate()).isZero();
    }

    @Test
    void rate_thatIdleOnesWereGiven_isAskedBackByWhoWaits() {
        Permits waiting = idle();
        Permits idle = idle();
        AtomicInteger parked = new AtomicInteger();
        waiting.serve(() -> {}, parked::get);
        decide(waiting, idle);
        assertThat(waiting.share().rate()).isEqualTo(720);
        assertThat(waiting.isStale() || idle.isStale()).isFalse();

        parked.set(500);
        assertThat(waiting.isStale()).isTrue();
        decide(waiting, idle);
        assertThat(idle.isStale()).as("gives up what it may still take").isTrue();
        decide(waiting, idle);
        assertThat(waiting.share().rate()).isEqualTo(1_440);
        assertThat(waiting.isStale() || idle.isStale()).isFalse();
    }

    @Test
    void rate_thatIdleOnesWereGiven_isAskedBackByWhoWaitsForItsNextRequest() throws Exception {
        Permits calling = idle();
        decide(calling, idle());
        Permit permit = calling.take().orElseThrow();
        permit.request(Deadline.in(LONG));
        assertThat(calling.isStale()).isFalse();

        Thread second = Thread.startVirtualThread(() -> {
            try {
                permit.request(Deadline.in(LONG));
            } catch (InterruptedException e) {
                // It has waited long enough.
            }
        });
        await().untilAsserted(() -> assertThat(calling.isStale()).isTrue());
        decide(calling, idle());
        assertThat(calling.share().rate()).isEqualTo(1_440);
        assertThat(calling.isStale()).isFalse();
        second.interrupt();
        second.join();
    }

    private static Permits idle() {
        Permits permits = new Permits(new FleetLimit("l", OptionalLong.empty(), OptionalLong.of(1_440), FairBy.NOBODY));
        permits.certain(System.nanoTime(), LONG);
        return permits;
    }

    private static void decide(Permits one, Permits other) {
        SortedMap<String, Map<String, Stake>> stakes = new TreeMap<>();
        stakes.put("a", Map.of("l", one.tell(true)));
        stakes.put("b", Map.of("l", other.tell(true)));
        Map<String, Map<String, Share>> shares = Decision.of(stakes);
        one.decided(shares.get("a").get("l"));
        other.decided(shares.get("b").get("l"));
    }

    @Test
    void rate_turnThatIsNotThereYet_isWaitedFor() {
        Permits permits = new Permits(new FleetLimit("l", OptionalLong.empty(), OptionalLong.of(1), FairBy.NOBODY));
        permits.certain(System.nanoTime(), LONG);
        permits.decided(new Share(Decision.UNBOUNDED, 1, false, false));
        assertThat(permits.take()).isPresent();
        assertThat(permits.take()).isEmpty();
    }

    @Test
    void share_thatIsNotCertainAnyMore_allowsNothing() {
        Permits permits = new Permits(limit);
        permits.decided(new Share(MOST, Decision.UNBOUNDED, false, false));
        assertThat(permits.take()).isEmpty();
        permits.certain(System.nanoTime(), LONG);
        assertThat(permits.take()).isPresent();
    }

    @Test
    void share_thatIsNotCertainAnyMore_isSoAgainOnceItIsDecidedAnew() {
        Permits permits = new Permits(limit);
        permits.decided(new Share(MOST, Decision.UNBOUNDED, false, false));

        assertThat(permits.staysCertain(System.nanoTime(), LONG)).isFalse();
        assertThat(permits.take()).isEmpty();
        permits.tell(true);
        permits.certain(System.nanoTime(), LONG);
        assertThat(permits.take())
                .as("what it was before others may have had it")
                .isEmpty();
        permits.decided(new Share(MOST, Decision.UNBOUNDED, false, false));
        assertThat(permits.take()).isPresent();
        assertThat(permits.staysCertain(System.nanoTime(), LONG)).isTrue();
    }

    private static Stake stake(OptionalLong concurrency, OptionalLong perDay) {
        return new Stake(concurrency, perDay, 0, 9, 0, true, 0, 0, List.of());
    }
}
