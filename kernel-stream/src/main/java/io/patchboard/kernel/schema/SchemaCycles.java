package io.patchboard.kernel.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Finds references that never descend into the value, or too late. */
final class SchemaCycles {

    private static final int MAX_CHAIN = 100;

    private final Map<Place, List<Place>> sameValue;
    private final BiConsumer<Place, String> problems;

    /**
     * Of one schema.
     *
     * @param sameValue the subschemas that a subschema passes its own value on to
     * @param problems told what is wrong, and where
     */
    SchemaCycles(Map<Place, List<Place>> sameValue, BiConsumer<Place, String> problems) {
        this.sameValue = sameValue;
        this.problems = problems;
    }

    /** Depth-first with a stack of our own: a schema may chain as many references as it has subschemas. */
    void find(Set<Place> subschemas) {
        Map<Place, Integer> done = new HashMap<>();
        for (Place start : subschemas) {
            LinkedHashMap<Place, Integer> path = new LinkedHashMap<>();
            List<Place> stack = new ArrayList<>(List.of(start));
            while (!stack.isEmpty()) {
                Place at = stack.get(stack.size() - 1);
                List<Place> next = sameValue.getOrDefault(at, List.of());
                int index = path.merge(at, 0, (before, zero) -> before + 1);
                if (done.containsKey(at) || index == next.size()) {
                    done.computeIfAbsent(at, key -> chain(key, next, done));
                    path.remove(at);
                    stack.remove(stack.size() - 1);
                } else if (path.containsKey(next.get(index))) {
                    problems.accept(
                            at,
                            "Expected references that descend into the value, but the schema at "
                                    + Text.place(next.get(index).pointer())
                                    + " leads back to itself for the same value, without an end.");
                } else if (!done.containsKey(next.get(index))) {
                    stack.add(next.get(index));
                }
            }
        }
    }

    /**
     * How many schemas a value passes through from here before it is descended into; reported once, where it is over.
     */
    private int chain(Place at, List<Place> next, Map<Place, Integer> done) {
        int length = 1
                + next.stream().mapToInt(one -> done.getOrDefault(one, 0)).max().orElse(0);
        if (length == MAX_CHAIN + 1) {
            problems.accept(
                    at,
                    "Expected at most " + MAX_CHAIN + " references and combinators in a row for the same value,"
                            + " but got more. Refer to the last one directly.");
        }
        return length;
    }
}
