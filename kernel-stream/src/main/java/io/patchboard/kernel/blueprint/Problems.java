package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the errors of one blueprint. The same error at the same place is kept once. Their number is bounded, because
 * they travel in one record and nobody reads more.
 */
final class Problems {

    private static final int MOST = 1_000;

    private final Set<Problem> found = new LinkedHashSet<>();

    void add(JsonPointer at, String message) {
        add(at.toString(), message);
    }

    void add(String pointer, String message) {
        if (!full()) {
            found.add(new Problem(pointer, message));
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Whether something is wrong at a place or inside of it. */
    boolean hasBelow(JsonPointer at) {
        return found.stream()
                .anyMatch(problem -> problem.pointer().equals(at.toString())
                        || problem.pointer().startsWith(at + "/"));
    }

    /** Whether there is no use in looking for more. */
    boolean full() {
        return found.size() >= MOST;
    }

    /** In the order of the places. */
    List<Problem> sorted() {
        return found.stream().sorted(Comparator.comparing(Problem::pointer)).toList();
    }
}
