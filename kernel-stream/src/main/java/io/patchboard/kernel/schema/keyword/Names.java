package io.patchboard.kernel.schema.keyword;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Names in an order. Objects mostly have them in the same order, so whoever goes through one can guess the place of the
 * next.
 */
final class Names {

    /** A small object is gone through for it. */
    private static final long LOOKUP = 4;

    private static final int COMPARED_IN_LOOKUP = 4;

    private final String[] names;
    private final Map<String, Integer> places = new HashMap<>();
    private final int comparisons;

    /** @param names all different */
    Names(Collection<String> names) {
        this.names = names.toArray(String[]::new);
        for (String name : this.names) {
            places.put(name, places.size());
        }
        comparisons = comparisons();
    }

    /** How often a name is compared at most: a map has those of one hash code in a tree. */
    private int comparisons() {
        Map<Integer, Integer> alike = new HashMap<>();
        int most = 0;
        for (String name : names) {
            most = Math.max(most, alike.merge(name.hashCode(), 1, Integer::sum));
        }
        return Integer.SIZE - Integer.numberOfLeadingZeros(most / 2);
    }

    /** The steps that it takes to find a name, beyond those of looking at its member: none for one of usual length. */
    long cost(String name) {
        return comparisons + (long) (1 + comparisons) * (name.length() / Evaluation.COMPARED);
    }

    /** The steps that it takes to look names up in an object. */
    static long lookups(Collection<String> names) {
        return names.stream()
                .mapToLong(name -> LOOKUP + name.length() / COMPARED_IN_LOOKUP)
                .sum();
    }

    int size() {
        return names.length;
    }

    /** The place of a name, or -1. */
    int find(String name) {
        return places.getOrDefault(name, -1);
    }

    /** As {@link #find(String)}, quick if the guess is right. */
    int find(String name, int guess) {
        return guess < names.length && names[guess].equals(name) ? guess : find(name);
    }
}
