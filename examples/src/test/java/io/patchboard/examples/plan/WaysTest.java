package io.patchboard.examples.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaysTest {

    @Test
    void distributions_areAll_thatTheSeatsHold_eachOnce() {
        assertThat(Ways.distributions(
                        List.of("van", "bike"), List.of(1, 2, 3), carrier -> carrier.equals("bike") ? 1 : 3))
                .extracting(way -> way.get("van") + " " + way.get("bike"))
                .containsExactly("[1, 2, 3] []", "[1, 2] [3]", "[1, 3] [2]", "[2, 3] [1]");
    }

    @Test
    void distributions_withTooFewSeats_areNone() {
        assertThat(Ways.distributions(List.of("bike"), List.of(1, 2), carrier -> 1))
                .isEmpty();
    }

    @Test
    void orders_areAll_eachOnce() {
        assertThat(Ways.orders(List.of(1, 2, 3)))
                .containsExactly(
                        List.of(1, 2, 3),
                        List.of(1, 3, 2),
                        List.of(2, 1, 3),
                        List.of(2, 3, 1),
                        List.of(3, 1, 2),
                        List.of(3, 2, 1));
        assertThat(Ways.orders(List.of())).containsExactly(List.of());
    }
}
