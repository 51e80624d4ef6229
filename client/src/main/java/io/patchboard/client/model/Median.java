package io.patchboard.client.model;

import java.util.List;
import java.util.OptionalDouble;

/** The middle of some figures, or what is halfway between the two in the middle. */
final class Median {

    private Median() {}

    /** Absent if there are none. */
    static OptionalDouble of(List<Long> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Long> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return OptionalDouble.of((sorted.get(half) + sorted.get((sorted.size() - 1) / 2)) / 2.0);
    }
}
