package io.patchboard.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the most recently used entries. */
final class BoundedCache<K, V> {

    private final Map<K, V> entries;

    BoundedCache(int maxSize) {
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxSize;
            }
        };
    }

    synchronized Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }

    synchronized void remove(K key) {
        entries.remove(key);
    }
}
