package io.patchboard.examples.jobshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.jobshop.Arm;
import io.patchboard.experiments.jobshop.DisruptedTrial;
import io.patchboard.experiments.jobshop.EditTrial;
import io.patchboard.experiments.jobshop.FaultTrial;
import io.patchboard.experiments.jobshop.Shop;
import io.patchboard.experiments.jobshop.StaticTrial;
import io.patchboard.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The example's blueprint on the real decision core: plans, incidents and faults. */
class JobShopBoardTest {

    private static final Path MORE = Path.of("../../shared/data/jssp");

    private final Json blueprint = JobShop.blueprint();

    @Test
    void samples_ofKnownOptimum_arePlannedWithoutAFault() {
        for (Shop shop : JobShop.samples()) {
            StaticTrial.Result result = StaticTrial.of(blueprint, shop, 2);

            assertThat(result.feasible()).as(shop.name()).isTrue();
            assertThat(result.makespan()).as(shop.name()).isBetween(shop.lower(), result.planned());
            assertThat(result.bound()).as(shop.name()).isLessThanOrEqualTo(shop.upper());
        }
    }

    @Test
    void incidents_areMendedByEachArm_withoutAFault() throws Exception {
        Shop shop = JobShop.samples().get(1);

        List<DisruptedTrial.Result> results = DisruptedTrial.of(
                blueprint, shop, 2, LongStream.rangeClosed(1, 6).boxed().toList());

        assertThat(results).hasSize(18).allMatch(DisruptedTrial.Result::feasible);
        for (Arm arm : List.of(Arm.RECOMPUTE, Arm.SHIFT)) {
            assertThat(results)
                    .filteredOn(result -> result.arm() == arm)
                    .allMatch(result -> result.by().equals(arm.word()));
        }
        for (int i = 0; i < results.size(); i += 3) {
            // A repair is not accepted if it ends later than if everything were only late.
            assertThat(results.get(i).after())
                    .isLessThanOrEqualTo(results.get(i + 2).after());
        }
    }

    @Test
    void faults_ofThePlanner_neverGetOntoABoardWithInvariants() {
        List<FaultTrial.Result> results =
                FaultTrial.of(blueprint, JobShop.samples().get(1).instance(), 1, 5, 7);

        assertThat(results).allMatch(FaultTrial.Result::asGuarded);
        assertThat(results)
                .filteredOn(result -> result.guard() == FaultTrial.Guard.VALIDATOR_ALONE)
                .allMatch(result -> result.seen() == 5 && result.found() == 5 && result.sound() == 5);
        assertThat(results)
                .filteredOn(result -> result.guard() == FaultTrial.Guard.NONE)
                .allMatch(result -> result.sound() == 0);
    }

    @Test
    void edits_areCommittedOneByOne() {
        EditTrial.Result result = EditTrial.of(blueprint, 10, 5, 20, 1);

        assertThat(result.edits()).isEqualTo(20);
        assertThat(result.middle()).isPositive();
    }

    /** Charged steps are the same on each machine, and however busy it is. */
    @Test
    void edits_ofALargeShop_takeAsManyStepsAsThoseOfASmallOne() {
        EditTrial.Result small = EditTrial.of(blueprint, 10, 5, 60, 1);
        EditTrial.Result large = EditTrial.of(blueprint, 100, 20, 60, 1);

        assertThat(large.steps()).isLessThanOrEqualTo(small.steps() * 11 / 10);
    }

    /** A hundred jobs on twenty machines: 2,000 operations, all of them in one patch, then in one repair. */
    @Test
    @EnabledIf("hasMore")
    void largeShop_isPlanned_andMended() throws Exception {
        Shop large = Shop.in(MORE).stream()
                .filter(shop -> shop.name().equals("ta72"))
                .findFirst()
                .orElseThrow();

        assertThat(StaticTrial.of(blueprint, large, 1).feasible()).isTrue();
        assertThat(DisruptedTrial.of(blueprint, large, 1, List.of(3L))).allMatch(DisruptedTrial.Result::feasible);
    }

    static boolean hasMore() {
        return Files.exists(MORE);
    }
}
