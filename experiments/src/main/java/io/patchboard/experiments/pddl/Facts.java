package io.patchboard.experiments.pddl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts that hold, found by predicate and by each argument. A fact is its predicate and its arguments, which are
 * numbers of objects.
 */
final class Facts {

    private static final Set<List<Integer>> NONE = Set.of();

    private record Key(int predicate, int position, int object) {}

    private final Set<List<Integer>> all = new HashSet<>();
    private final Map<Integer, Set<List<Integer>>> byPredicate = new HashMap<>();
    private final Map<Key, Set<List<Integer>>> byArgument = new HashMap<>();

    boolean contains(List<Integer> fact) {
        return all.contains(fact);
    }

    void add(List<Integer> fact) {
        if (all.add(fact)) {
            byPredicate
                    .computeIfAbsent(fact.get(0), none -> new LinkedHashSet<>())
                    .add(fact);
            for (int i = 1; i < fact.size(); i++) {
                byArgument
                        .computeIfAbsent(new Key(fact.get(0), i, fact.get(i)), none -> new LinkedHashSet<>())
                        .add(fact);
            }
        }
    }

    void remove(List<Integer> fact) {
        if (all.remove(fact)) {
            byPredicate.get(fact.get(0)).remove(fact);
            for (int i = 1; i < fact.size(); i++) {
                byArgument.get(new Key(fact.get(0), i, fact.get(i))).remove(fact);
            }
        }
    }

    /** Those of a predicate. */
    Set<List<Integer>> of(int predicate) {
        return byPredicate.getOrDefault(predicate, NONE);
    }

    /** Those of a predicate whose argument, counted from 1, is an object. */
    Set<List<Integer>> of(int predicate, int position, int object) {
        return byArgument.getOrDefault(new Key(predicate, position, object), NONE);
    }
}
