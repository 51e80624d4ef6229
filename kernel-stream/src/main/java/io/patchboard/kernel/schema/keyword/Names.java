package io.patchboard.kernel.schema.keyword;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Names in an order. Objects mostly have them in the same order, so whoever goes through one can guess the place of the next. */
final class Names {

    private final String[] names;
    private final Map<String, Integer> places = new HashMap<>();

    /** @param names all different */
    Names(Collection<String> names) {
        this.names = names.toArray(String[]::new);
        for (String name : this.names) {
            places.put(name, places.size());
        }
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
