package io.patchboard.kernel.state;

import static io.patchboard.order.KeyOrder.assertOrdered;

import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was given up is looked for in hash sets, by paths that others choose and that may have the same hash. */
class AbandonedTest {

    @Test
    void hasAnOrder() {
        assertOrdered(List.of("AaAa", "AaBB", "BBAa", "BBBB").stream()
                .flatMap(name -> {
                    Trigger trigger = new Trigger("r", 1, Optional.of(name));
                    return List.of(
                            new Abandoned("w", trigger),
                            new Abandoned(name, trigger),
                            new Abandoned("w", trigger, Optional.of(0L)),
                            new Abandoned("w", trigger, Optional.of(7L)))
                            .stream();
                })
                .toList());
    }
}
