package io.patchboard.standalone.again;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void intervalsOfManySamples_mostlyHoldTheTruth() {
        Random random = new Random(7);
        int held = 0;
        for (int i = 0; i < 200; i++) {
            Interval mean = Interval.mean(random.doubles(40).boxed().toList());
            held += mean.low() <= 0.5 && 0.5 <= mean.high() ? 1 : 0;
        }

        assertThat(held).isBetween(180, 198);
    }

    @Test
    void figure_liesInItsInterval_andIsTheSameEachTime() {
        List<Double> values = List.of(1.0, 9.0, 2.0, 8.0, 3.0, 40.0);

        assertThat(Interval.median(values).value()).isCloseTo(5.5, within(1e-9));
        assertThat(Interval.mean(values).value()).isCloseTo(10.5, within(1e-9));
        assertThat(Interval.median(values)).isEqualTo(Interval.median(values));
        assertThat(Interval.mean(values))
                .satisfies(mean -> assertThat(mean.low()).isLessThan(mean.value()))
                .satisfies(mean -> assertThat(mean.high()).isGreaterThan(mean.value()));
        assertThat(Interval.mean(Collections.nCopies(5, 3.0))).isEqualTo(new Interval(3, 3, 3, 5));
        assertThat(Interval.share(0, 20).low()).isZero();
        assertThat(Interval.share(0, 20).high()).isCloseTo(0.161, within(0.001));
    }
}
