package io.patchboard.kernel.apply;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A map of the board before, copied when it is first changed. */
final class EditedMap<K extends Comparable<K>, V> {

    private Map<K, V> entries;
    private Optional<SortedMap<K, V>> copy = Optional.empty();

    EditedMap(Map<K, V> entries) {
        this.entries = entries;
    }

    /** The entries by now; not to be changed. */
    Map<K, V> entries() {
        return entries;
    }

    private SortedMap<K, V> own() {
        if (copy.isEmpty()) {
            copy = Optional.of(new TreeMap<>(entries));
            entries = copy.get();
        }
        return copy.get();
    }

    Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    void put(K key, V value) {
        own().put(key, value);
    }

    Optional<V> remove(K key) {
        return entries.containsKey(key) ? Optional.ofNullable(own().remove(key)) : Optional.empty();
    }

    void keepIf(Predicate<K> which) {
        for (K key : entries.keySet()) {
            if (!which.test(key)) {
                own().keySet().removeIf(which.negate());
                return;
            }
        }
    }

    void replaceAll(UnaryOperator<V> next) {
        Map<K, V> changed = new HashMap<>();
        entries.forEach((key, value) -> {
            V replaced = next.apply(value);
            if (!replaced.equals(value)) {
                changed.put(key, replaced);
            }
        });
        if (!changed.isEmpty()) {
            own().putAll(changed);
        }
    }

    void clear() {
        copy = Optional.of(new TreeMap<>());
        entries = copy.get();
    }

    /** The map of the board after: the very same if nothing was changed. */
    Map<K, V> done() {
        return entries;
    }

    /** As {@link #done}, of a board's map that is sorted. */
    SortedMap<K, V> doneSorted() {
        return entries instanceof SortedMap<K, V> sorted ? sorted : own();
    }
}
