package io.patchboard.kernel.schema;

import io.patchboard.kernel.schema.SchemaCompiler.TooManySubschemasException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The scopes of one schema, each found out once for a resource and where it was come from, since a subschema is looked
 * up for each way that leads to it.
 */
final class Scopes {

    /** Anchors of all sets that were made, those that were there already included. */
    private static final int MAX_BINDINGS = 250_000;

    /** With an order, as {@link Place} has one. */
    record Bindings(SortedMap<String, Place> anchors) implements Comparable<Bindings> {

        private static final Comparator<Map.Entry<String, Place>> EACH =
                Map.Entry.<String, Place>comparingByKey().thenComparing(Map.Entry.comparingByValue());

        @Override
        public int compareTo(Bindings other) {
            Iterator<Map.Entry<String, Place>> mine = anchors.entrySet().iterator();
            Iterator<Map.Entry<String, Place>> theirs = other.anchors.entrySet().iterator();
            int order = 0;
            while (order == 0 && mine.hasNext() && theirs.hasNext()) {
                order = EACH.compare(mine.next(), theirs.next());
            }
            return order == 0 ? Boolean.compare(mine.hasNext(), theirs.hasNext()) : order;
        }
    }

    private final Map<Bindings, Scope> all = new HashMap<>();
    private final IdentityHashMap<Scope, IdentityHashMap<SortedMap<String, Place>, Scope>> inside =
            new IdentityHashMap<>();
    private int bindings;

    /** That of a root without anchors. */
    Scope none() {
        return scope(Collections.emptySortedMap());
    }

    /**
     * The scope of a resource that is come to.
     *
     * @param anchors of the resource; always the same map
     * @throws TooManySubschemasException if that is too many bindings in all
     */
    Scope inside(Scope outer, SortedMap<String, Place> anchors) {
        if (anchors.isEmpty()) {
            return outer;
        }
        return inside.computeIfAbsent(outer, any -> new IdentityHashMap<>())
                .computeIfAbsent(anchors, own -> made(outer, own));
    }

    private Scope made(Scope outer, SortedMap<String, Place> anchors) {
        if (outer.anchors().keySet().containsAll(anchors.keySet())) {
            return outer;
        }
        SortedMap<String, Place> both = new TreeMap<>(anchors);
        both.putAll(outer.anchors());
        return scope(both);
    }

    private Scope scope(SortedMap<String, Place> anchors) {
        bindings += anchors.size();
        if (bindings > MAX_BINDINGS) {
            throw new TooManySubschemasException("Expected all sets of dynamic anchors that a subschema can be reached"
                    + " with to have at most " + MAX_BINDINGS + " anchors, but they have more. "
                    + TooManySubschemasException.ADVICE);
        }
        return all.computeIfAbsent(new Bindings(anchors), any -> new Scope(all.size(), anchors));
    }
}
