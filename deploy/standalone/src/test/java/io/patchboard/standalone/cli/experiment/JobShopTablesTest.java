package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.jobshop.Arm;
import io.patchboard.experiments.jobshop.DisruptedTrial;
import io.patchboard.experiments.jobshop.Instance;
import io.patchboard.experiments.jobshop.Shop;
import io.patchboard.experiments.jobshop.StaticTrial;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobShopTablesTest {

    private static Shop shop(String name) {
        return new Shop(name, "suite", Instance.parse("1 1\n0 1\n"), 100, 100);
    }

    private static DisruptedTrial.Result result(String shop, long seed, Arm arm, int after) {
        return result(shop, seed, arm, after, true);
    }

    private static DisruptedTrial.Result result(String shop, long seed, Arm arm, int after, boolean feasible) {
        return new DisruptedTrial.Result(shop(shop), seed, arm, feasible, arm.word(), 100, after, 1, 1, 1, 0, 0, 1);
    }

    /** Incidents of one schedule are no cases apart: two instances may be drawn as one of them twice. */
    @Test
    void interval_isByResamplingOfInstances_eachWithAllOfItsIncidents() {
        List<DisruptedTrial.Result> results = new ArrayList<>();
        for (long seed = 1; seed <= 3; seed++) {
            results.add(result("a", seed, Arm.RECOMPUTE, 100));
            results.add(result("a", seed, Arm.SHIFT, 102));
            results.add(result("b", seed, Arm.RECOMPUTE, 100));
            results.add(result("b", seed, Arm.SHIFT, 100));
            results.add(result("a", seed, Arm.REPAIR, 100));
            results.add(result("b", seed, Arm.REPAIR, 100));
        }

        assertThat(JobShopTables.mended(results))
                .filteredOn(line -> line.startsWith("shift"))
                .singleElement()
                .asString()
                .contains("1.0 %", "0.0 % to 2.0 %");
    }

    /** It has no schedule, or the one of before: neither is the best of all. */
    @Test
    void boardThatFailed_countsAsFailed_andIsInNoFigure() {
        assertThat(JobShopTables.planned(List.of(
                        new StaticTrial.Result(shop("a"), true, 120, 110, 90, 1_000),
                        new StaticTrial.Result(shop("b"), false, 0, 0, 0, 1_000))))
                .element(1)
                .asString()
                .containsPattern("suite +2 +1 +20.0 % +10.0 % +10.0 % +10.0 % +0 +0 +1.0");
        assertThat(JobShopTables.planned(List.of(new StaticTrial.Result(shop("b"), false, 0, 0, 0, 1_000))))
                .element(1)
                .asString()
                .containsPattern("suite +1 +0( +-){4} +0 +0 +-");

        List<String> mended = JobShopTables.mended(List.of(
                result("a", 1, Arm.REPAIR, 105),
                result("a", 1, Arm.RECOMPUTE, 100, false),
                result("a", 1, Arm.SHIFT, 100, false),
                result("a", 2, Arm.REPAIR, 105),
                result("a", 2, Arm.RECOMPUTE, 105),
                result("a", 2, Arm.SHIFT, 100, false)));
        assertThat(mended)
                .anySatisfy(row -> assertThat(row).containsPattern("^repair +2 +2 +5.0 % +0.0 % +0.0 % to 0.0 %"))
                .anySatisfy(row -> assertThat(row).containsPattern("^recompute +2 +1 +5.0 %"))
                .anySatisfy(row -> assertThat(row).containsPattern("^shift +2 +0 ( +-){7} +0 +-"));
    }
}
