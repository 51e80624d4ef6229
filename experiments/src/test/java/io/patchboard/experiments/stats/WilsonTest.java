package io.patchboard.experiments.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WilsonTest {

    /**
     * 81 of 263 is Newcombe's example (1998, table I); the others were computed with R's prop.test(correct = FALSE).
     */
    @ParameterizedTest
    @CsvSource({
        "81, 263, 0.2553, 0.3662",
        "15, 148, 0.0624, 0.1605",
        "0, 20, 0.0000, 0.1611",
        "1, 29, 0.0061, 0.1718",
        "0, 200, 0.0000, 0.0188",
        "200, 200, 0.9812, 1.0000",
        "5, 10, 0.2366, 0.7634",
    })
    void interval_knownValues(int count, int of, double low, double high) {
        Wilson interval = Wilson.of(count, of);

        assertThat(interval.low()).isCloseTo(low, within(0.00005));
        assertThat(interval.high()).isCloseTo(high, within(0.00005));
    }

    @Test
    void interval_ofNothing_isRefused() {
        assertThatThrownBy(() -> Wilson.of(0, 0)).hasMessageContaining("Expected a count within its total");
        assertThatThrownBy(() -> Wilson.of(3, 2)).hasMessageContaining("3 of 2");
    }
}
