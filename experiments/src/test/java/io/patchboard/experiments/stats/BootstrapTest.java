package io.patchboard.experiments.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    private static double mean(double[] of, int[] indices) {
        return IntStream.of(indices).mapToDouble(i -> of[i]).average().orElseThrow();
    }

    /** For a mean of many the bootstrap agrees with the normal interval, mean ± 1.96 standard errors. */
    @Test
    void mean_ofMany_isNearTheNormalInterval() {
        double[] values = new SplittableRandom(7).doubles(2_000).toArray();
        double error = Math.sqrt(1.0 / 12 / values.length);

        Interval interval = Bootstrap.of(values.length, 1, drawn -> mean(values, drawn));

        assertThat(interval.low()).isCloseTo(interval.value() - 1.96 * error, within(error / 4));
        assertThat(interval.high()).isCloseTo(interval.value() + 1.96 * error, within(error / 4));
    }

    /** Two systems that differ by one on each case differ by one for sure, however much the cases differ. */
    @Test
    void difference_ofPairs_isAsSureAsTheirDifference() {
        double[] one = new SplittableRandom(7).doubles(50, 0, 1_000).toArray();

        Interval paired = Bootstrap.of(50, 1, drawn -> mean(one, drawn) + 1 - mean(one, drawn));

        assertThat(paired.low()).isCloseTo(1, within(1e-9));
        assertThat(paired.high()).isCloseTo(1, within(1e-9));
    }

    @Test
    void seed_theSame_givesTheSame() {
        double[] values = {1, 5, 2, 8, 3};

        assertThat(Bootstrap.of(5, 3, drawn -> mean(values, drawn)))
                .isEqualTo(Bootstrap.of(5, 3, drawn -> mean(values, drawn)));
    }

    @Test
    void noCases_areRefused() {
        assertThatThrownBy(() -> Bootstrap.of(0, 1, drawn -> 0)).hasMessageContaining("Expected cases");
    }
}
