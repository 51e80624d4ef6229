package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class WorkerSlotsTest {

    private final List<String> events = new ArrayList<>();
    private final InFlight inFlight = new InFlight(2);

    @Test
    void add_moreThanFit_parkedAndStartedInOrder() {
        WorkerSlots slots = new WorkerSlots(1, inFlight);
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        slots.add(job("a", () -> first));
        slots.add(job("b", () -> second));
        slots.add(job("c", CompletableFuture::new));
        assertThat(events).containsExactly("run a");
        assertThat(inFlight.running()).isEqualTo(1);
        assertThat(inFlight.parked()).isEqualTo(2);
        first.complete(null);
        assertThat(events).containsExactly("run a", "run b");
        second.complete(null);
        assertThat(events).containsExactly("run a", "run b", "run c");
        assertThat(inFlight.parked()).isZero();
    }

    @Test
    void add_oneWorkerSaturated_anotherRuns() {
        WorkerSlots slow = new WorkerSlots(1, inFlight);
        WorkerSlots quick = new WorkerSlots(1, inFlight);
        slow.add(job("slow 1", CompletableFuture::new));
        slow.add(job("slow 2", CompletableFuture::new));
        quick.add(job("quick", CompletableFuture::new));
        assertThat(events).containsExactly("run slow 1", "run quick");
    }

    @Test
    void giveBackParked_whatRunsStays() {
        WorkerSlots slots = new WorkerSlots(1, inFlight);
        slots.add(job("a", CompletableFuture::new));
        slots.add(job("b", CompletableFuture::new));
        slots.giveBackParked();
        assertThat(events).containsExactly("run a", "back b");
        assertThat(inFlight.running()).isEqualTo(1);
        assertThat(inFlight.parked()).isZero();
    }

    @Test
    void awaitRoom_parkedRecordsTakeTheirBytes_noneUntilOneBegins() throws Exception {
        InFlight small = new InFlight(100, 15);
        WorkerSlots slots = new WorkerSlots(1, small);
        CompletableFuture<Void> first = new CompletableFuture<>();
        for (Supplier<CompletionStage<Void>> each :
                List.<Supplier<CompletionStage<Void>>>of(() -> first, CompletableFuture::new, CompletableFuture::new)) {
            slots.add(job("a", each));
        }
        assertThat(small.awaitRoom(Duration.ZERO)).isZero();
        first.complete(null);
        assertThat(small.awaitRoom(Duration.ZERO)).isEqualTo(99);
    }

    @Test
    void parkedRatio_isOfNumberOrBytes_whicheverIsNearerToItsBound() {
        InFlight few = new InFlight(4, 1_000);
        InFlight small = new InFlight(100, 20);
        for (InFlight each : List.of(few, small)) {
            assertThat(each.parkedRatio()).isZero();
            WorkerSlots slots = new WorkerSlots(1, each);
            for (int i = 0; i < 3; i++) {
                slots.add(job("a", CompletableFuture::new));
            }
        }
        assertThat(few.parkedRatio()).isEqualTo(0.5);
        assertThat(small.parkedRatio()).isEqualTo(1);
    }

    @Test
    void run_throws_givenBackAndTheOthersGoOn() {
        WorkerSlots slots = new WorkerSlots(1, inFlight);
        slots.add(job("a", () -> {
            throw new IllegalStateException("not now");
        }));
        slots.add(job("b", CompletableFuture::new));
        assertThat(events).containsExactly("run a", "back a", "run b");
        assertThat(inFlight.running()).isEqualTo(1);
        assertThat(inFlight.parked()).isZero();
    }

    @Test
    void jobs_thatEndAtOnce_doNotExhaustTheStack() {
        WorkerSlots slots = new WorkerSlots(1, inFlight);
        CompletableFuture<Void> first = new CompletableFuture<>();
        slots.add(job("a", () -> first));
        for (int i = 0; i < 100_000; i++) {
            slots.add(job("b", () -> CompletableFuture.completedFuture(null)));
        }
        first.complete(null);
        assertThat(events).hasSize(100_001);
        assertThat(inFlight.running()).isZero();
    }

    @Test
    void room_noneWhileAsManyAreParkedAsAllowed() throws Exception {
        WorkerSlots slots = new WorkerSlots(1, inFlight);
        CompletableFuture<Void> first = new CompletableFuture<>();
        assertThat(inFlight.awaitRoom(Duration.ZERO)).isEqualTo(2);
        slots.add(job("a", () -> first));
        assertThat(inFlight.awaitRoom(Duration.ZERO)).isEqualTo(2);
        slots.add(job("b", CompletableFuture::new));
        slots.add(job("c", CompletableFuture::new));
        assertThat(inFlight.awaitRoom(Duration.ofMillis(1))).isZero();
        first.complete(null);
        assertThat(inFlight.awaitRoom(Duration.ZERO)).isEqualTo(1);
    }

    private Slots.Job job(String name, Supplier<CompletionStage<Void>> run) {
        return new Slots.Job() {
            @Override
            public CompletionStage<Void> run() {
                events.add("run " + name);
                return run.get();
            }

            @Override
            public void giveBack() {
                events.add("back " + name);
            }

            @Override
            public int bytes() {
                return 10;
            }
        };
    }
}
