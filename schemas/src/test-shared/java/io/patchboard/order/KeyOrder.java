package io.patchboard.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What keys need whose hash codes can be made to collide. */
public final class KeyOrder {

    private KeyOrder() {}

    /** A hash map finds a key among others of its hash by the key's order, so that has to be one, and of equals. */
    public static <T extends Comparable<T>> void assertOrdered(List<T> keys) {
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
