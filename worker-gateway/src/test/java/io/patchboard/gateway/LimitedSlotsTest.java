package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.limit.GrantedPermits;
import io.patchboard.gateway.limit.Permit;
import io.patchboard.gateway.limit.Permits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class LimitedSlotsTest {

    private final List<String> begun = new ArrayList<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final InFlight inFlight = new InFlight(100);

    @Test
    void whoWaits_isServedInTurn_howeverManyHeHas() {
        LimitedSlots slots = new LimitedSlots(GrantedPermits.of("tenant", 1), inFlight);
        for (int i = 0; i < 4; i++) {
            slots.add(new Job("flood", "w", 9, false));
        }
        slots.add(new Job("quiet", "w", 9, false));
        slots.add(new Job("other", "w", 9, false));
        finishAll();
        assertThat(begun).containsExactly("flood", "flood", "quiet", "other", "flood", "flood");
        assertThat(inFlight.parked()).isZero();
        assertThat(inFlight.running()).isZero();
    }

    @Test
    void limit_boundsAllOfItsWorkersTogether_andEachByItsOwnSlots() {
        LimitedSlots slots = new LimitedSlots(GrantedPermits.of("", 3), inFlight);
        slots.add(new Job("a1", "a", 1, false));
        slots.add(new Job("a2", "a", 1, false));
        slots.add(new Job("b1", "b", 9, false));
        slots.add(new Job("b2", "b", 9, false));
        slots.add(new Job("b3", "b", 9, false));
        assertThat(begun).containsExactly("a1", "b1", "b2");
        // One of b; the other of a waits for its worker.
        assertThat(slots.count()).isEqualTo(1);
        finishAll();
        assertThat(begun).containsExactlyInAnyOrder("a1", "a2", "b1", "b2", "b3");
    }

    @Test
    void whatIsTooLate_goesWithoutAPermit() {
        Permits permits = GrantedPermits.of("", 1);
        LimitedSlots slots = new LimitedSlots(permits, inFlight);
        slots.add(new Job("held", "w", 9, false));
        slots.add(new Job("waits", "w", 9, false));
        slots.add(new Job("late", "w", 9, true));
        assertThat(begun).containsExactly("held", "late without");
        assertThat(slots.count()).isEqualTo(1);
    }

    private void finishAll() {
        for (int i = 0; i < running.size(); i++) {
            running.get(i).complete(null);
        }
    }

    private final class Job implements LimitedSlots.LimitedJob {

        private final String name;
        private final String worker;
        private final int slots;
        private final boolean late;

        private Job(String name, String worker, int slots, boolean late) {
            this.name = name;
            this.worker = worker;
            this.slots = slots;
            this.late = late;
        }

        @Override
        public String boardId() {
            return "board of " + name;
        }

        @Override
        public String worker() {
            return worker;
        }

        @Override
        public int slots() {
            return slots;
        }

        @Override
        public String turn() {
            return name.replaceAll("[0-9]", "");
        }

        @Override
        public boolean isLate() {
            return late;
        }

        @Override
        public CompletionStage<Void> run(Permit permit) {
            begun.add(name);
            CompletableFuture<Void> end = new CompletableFuture<>();
            running.add(end);
            return end;
        }

        @Override
        public CompletionStage<Void> run() {
            begun.add(name + " without");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void giveBack() {
            begun.add("back " + name);
        }

        @Override
        public int bytes() {
            return 10;
        }
    }
}
