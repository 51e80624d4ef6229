package io.patchboard.kernel.schema.keyword;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys under which to remember what a keyword says where it also depends on which other keywords are active: one for
 * each set of them. Beyond the first few sets there are none, and nothing is remembered.
 */
final class Combinations {

    private static final int MOST = 8;

    private final Map<List<Keyword>, Object> keys = new ConcurrentHashMap<>();

    Optional<Object> key(List<Keyword> active) {
        Object known = keys.get(active);
        if (known == null && keys.size() < MOST) {
            known = keys.computeIfAbsent(List.copyOf(active), key -> new Object());
        }
        return Optional.ofNullable(known);
    }
}
