package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.jobshop.Arm;
import io.patchboard.experiments.jobshop.DisruptedTrial;
import io.patchboard.experiments.jobshop.Instance;
import io.patchboard.experiments.jobshop.Shop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobShopTablesTest {

    private static DisruptedTrial.Result result(String shop, long seed, Arm arm, int after) {
        Instance instance = Instance.parse("1 1\n0 1\n");
        return new DisruptedTrial.Result(
                new Shop(shop, shop, instance, 1, 1), seed, arm, true, arm.word(), 100, after, 1, 1, 1, 0, 0, 1);
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
}
