package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects what is wrong with one blueprint, or probably is. The same error at the same place is kept once. Their
 * number is bounded, because they travel in one record and nobody reads more.
 */
public final class Problems {

    private static final int MOST = 1_000;

    private final Set<Problem> found = new LinkedHashSet<>();
    private final Set<Problem> formal = new LinkedHashSet<>();

    public void add(JsonPointer at, String message) {
        add(at.toString(), message);
    }

    public void add(String pointer, String message) {
        if (!full()) {
            found.add(new Problem(pointer, message));
        }
    }

    /** Is told only if nothing else is told of that place: what the compiler says of it is easier to read. */
    void addUnlessToldOtherwise(JsonPointer at, String message) {
        if (formal.size() < MOST) {
            formal.add(new Problem(at.toString(), message));
        }
    }

    public boolean isEmpty() {
        return found.isEmpty() && formal.isEmpty();
    }

    /** Whether something is wrong at a place or inside of it. */
    public boolean hasBelow(JsonPointer at) {
        return all().anyMatch(problem ->
                problem.pointer().equals(at.toString()) || problem.pointer().startsWith(at + "/"));
    }

    /** Whether there is no use in looking for more. */
    boolean full() {
        return found.size() >= MOST;
    }

    /** In the order of the places. */
    public List<Problem> sorted() {
        return all().sorted(Comparator.comparing(Problem::pointer)).toList();
    }

    private Stream<Problem> all() {
        Set<String> told = found.stream().map(Problem::pointer).collect(Collectors.toSet());
        return Stream.concat(found.stream(), formal.stream().filter(problem -> !told.contains(problem.pointer())));
    }
}
