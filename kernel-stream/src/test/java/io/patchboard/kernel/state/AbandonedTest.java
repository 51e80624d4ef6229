package io.patchboard.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** A hash map finds a key among others of its hash by the key's order, so that has to be one, and of equals. */
    private static <T extends Comparable<T>> void assertOrdered(List<T> keys) {
        List<T> sorted = keys.stream().sorted().toList();
        for (int i = 0; i < sorted.size(); i++) {
            for (int j = 0; j < sorted.size(); j++) {
                assertThat(Integer.signum(sorted.get(i).compareTo(sorted.get(j))))
                        .as("%s and %s", sorted.get(i), sorted.get(j))
                        .isEqualTo(sorted.get(i).equals(sorted.get(j)) ? 0 : Integer.compare(i, j));
            }
        }
    }
}
