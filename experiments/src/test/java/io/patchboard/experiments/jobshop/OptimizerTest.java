package io.patchboard.experiments.jobshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.ortools.Loader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is planned is possible, what is proven is so, and nothing that has begun moves. */
class OptimizerTest {

    private static Situation begin(Instance instance) {
        return new Situation(instance, Dispatch.of(instance), List.of(), 0);
    }

    /** Every order of two jobs on two machines, by hand. */
    @Test
    void optimum_ofASmallShop_isProven() throws Exception {
        Instance instance = Instance.parse("2 2\n0 3 1 2\n1 2 0 4\n");

        Optimizer.Optimized found = Optimizer.improve(begin(instance), Dispatch.of(instance), Duration.ofMinutes(5));

        assertThat(found.schedule().makespan()).isEqualTo(7);
        assertThat(found.proven()).isTrue();
    }

    /** Tabu search comes to the bound while the other still reads the shop: it is told to stop before it has begun. */
    @Test
    void optimumFoundAtOnce_endsTheSearch() throws Exception {
        Instance instance = Solvers.random(new Random(2), 100, 10);
        long begun = System.nanoTime();

        Optimizer.Optimized found = Optimizer.improve(begin(instance), Dispatch.of(instance), Duration.ofMinutes(2));

        assertThat(found.proven()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
    }

    /** Else its thread would go on in a gateway that has given the search up. */
    @Test
    void interrupted_leavesNoThreadThatSearches() {
        Instance instance = Solvers.random(new Random(3), 40, 10);
        Loader.loadNativeLibraries(); // which does not take an interrupt well

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Optimizer.improve(begin(instance), Dispatch.of(instance), Duration.ofMinutes(2)))
                .isInstanceOf(InterruptedException.class);

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("cp-sat"));
    }

    /** At most once a second, so a search of some seconds has something to say, and each is better than the last. */
    @Test
    void search_saysHowFarItHasCome() throws Exception {
        Instance instance = Solvers.random(new Random(3), 15, 15);
        List<Integer> told = new ArrayList<>();

        Optimizer.Optimized found =
                Optimizer.improve(begin(instance), Dispatch.of(instance), Duration.ofSeconds(3), told::add);

        assertThat(told).isNotEmpty().hasSizeLessThanOrEqualTo(3).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(told)
                .allSatisfy(best -> assertThat(best)
                        .isBetween(
                                found.schedule().makespan(),
                                Dispatch.of(instance).makespan()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void schedules_ofRandomShops_arePossible_andNoWorseThanTheyBegan(int seed) {
        Random random = new Random(seed);
        Instance instance = Solvers.random(random, 2 + random.nextInt(8), 2 + random.nextInt(6));
        Schedule first = Dispatch.of(instance);
        int[] steps = {0};

        Schedule found = new TabuSearch(begin(instance), first, seed)
                .improve(best -> steps[0]++ == 3_000 || best <= LowerBound.of(begin(instance)));

        assertThat(Solvers.isFeasible(instance, first)).isTrue();
        assertThat(Solvers.isFeasible(instance, found)).isTrue();
        assertThat(found.makespan())
                .isLessThanOrEqualTo(first.makespan())
                .isGreaterThanOrEqualTo(LowerBound.of(begin(instance)));
        assertThat(ScheduleCheck.faults(new Situation(instance, found, List.of(), 0), instance.total()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void afterAnIncident_everyWayOfMending_keepsWhatHasBegun(int seed) {
        Random random = new Random(seed);
        Instance instance = Solvers.random(random, 6, 4);
        Schedule planned = Dispatch.of(instance);
        Incident incident = new Incident(
                seed % 2 == 0 ? Incident.Kind.BREAKDOWN : Incident.Kind.DELAY,
                random.nextInt(4),
                1 + random.nextInt(planned.makespan() - 1),
                5);
        Situation met = new Situation(instance, planned, List.of(incident.meets(instance, planned)), incident.at());
        Schedule shifted = RightShift.of(met);
        int[] steps = {0};

        List<Schedule> mended = new ArrayList<>(List.of(
                shifted,
                new TabuSearch(met, shifted, seed).improve(best -> steps[0]++ == 1_000),
                new CpSat(met, Set.copyOf(instance.ops()), planned, shifted.makespan())
                        .solve(CpSat.Aim.FEWEST_MOVES, Duration.ofMinutes(5), 2)
                        .orElseThrow()
                        .schedule()));

        for (Schedule schedule : mended) {
            assertThat(Solvers.isFeasible(instance, schedule)).isTrue();
            assertThat(schedule.makespan()).isLessThanOrEqualTo(shifted.makespan());
            Situation after = new Situation(instance, schedule, met.disruptions(), met.now());
            assertThat(ScheduleCheck.faults(after, instance.total() + 5)).isEmpty();
            assertThat(schedule.keeps(planned, incident.at())).isTrue();
            planned.slots().forEach((op, slot) -> {
                int start = schedule.slots().get(op).start();
                assertThat(slot.start() < incident.at() ? start == slot.start() : start >= incident.at())
                        .as("%s from %s to %s", op, slot.start(), start)
                        .isTrue();
            });
        }
        assertThat(mended.get(2).movedFrom(planned).size())
                .isLessThanOrEqualTo(shifted.movedFrom(planned).size());
    }

    @Test
    void schedule_keepsAnother_ifWhatHasBegunStays_andNothingGoesIntoThePast() {
        Schedule planned = new Schedule(Map.of(new Op(0, 0), new Slot(3, 5, 0), new Op(1, 0), new Slot(8, 9, 0)));
        Schedule later = new Schedule(Map.of(new Op(0, 0), new Slot(3, 5, 0), new Op(1, 0), new Slot(9, 10, 0)));

        assertThat(later.keeps(planned, 8)).isTrue();
        assertThat(later.keeps(planned, 9)).isFalse(); // it had begun
        assertThat(planned.keeps(later, 9)).isFalse(); // it begins before now
    }

    @Test
    void whatMayNotMove_staysOrThereIsNone() {
        Instance instance = Instance.parse("2 1\n0 3\n0 4\n");
        Schedule overlapping = new Schedule(Map.of(new Op(0, 0), new Slot(0, 3, 0), new Op(1, 0), new Slot(2, 6, 0)));
        Situation situation = new Situation(instance, overlapping, List.of(), 0);

        assertThat(new CpSat(situation, Set.of(), overlapping).solve(CpSat.Aim.MAKESPAN, Duration.ofMinutes(5), 1))
                .isEmpty();
        assertThat(new CpSat(situation, Set.of(new Op(1, 0)), overlapping)
                        .solve(CpSat.Aim.FEWEST_MOVES, Duration.ofMinutes(5), 1)
                        .orElseThrow()
                        .schedule()
                        .slots())
                .containsEntry(new Op(0, 0), new Slot(0, 3, 0))
                .containsEntry(new Op(1, 0), new Slot(3, 7, 0));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void check_agreesWithTheSecondOpinion(Fault fault) {
        for (int seed : IntStream.range(0, 50).toArray()) {
            Random random = new Random(seed);
            Instance instance = Solvers.random(random, 3 + random.nextInt(5), 3 + random.nextInt(3));
            Schedule right = Dispatch.of(instance);
            int deadline = 2 * right.makespan();
            Schedule wrong = fault.in(instance, right, deadline, random);

            assertThat(ScheduleCheck.faults(new Situation(instance, wrong, List.of(), 0), deadline))
                    .as("%s, seed %s", fault, seed)
                    .isNotEmpty();
            assertThat(Solvers.isFeasible(instance, wrong) && wrong.makespan() <= deadline)
                    .isFalse();
            assertThat(ScheduleCheck.faults(new Situation(instance, right, List.of(), 0), deadline))
                    .isEmpty();
        }
    }

    /** One machine has nothing to do, another a single operation. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_isWhereOneCanBe(Fault fault) {
        Instance instance = Instance.parse("2 3\n0 3 1 2\n1 2\n");
        for (int seed = 0; seed < 10; seed++) {
            Schedule wrong = fault.in(instance, Dispatch.of(instance), 20, new Random(seed));

            assertThat(ScheduleCheck.faults(new Situation(instance, wrong, List.of(), 0), 20))
                    .as("seed %s", seed)
                    .isNotEmpty();
        }
    }
}
