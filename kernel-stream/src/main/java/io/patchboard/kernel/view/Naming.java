package io.patchboard.kernel.view;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which places a read contract, or the worker, names alone, and which it names as a part of a collection. */
final class Naming {

    private final List<PathPattern> literals;
    private final Set<JsonPointer> named = new HashSet<>();

    Naming(List<PathPattern> reads) {
        literals = reads.stream().filter(Naming::isLiteral).toList();
    }

    /** The worker asked for these. */
    void add(Collection<JsonPointer> places) {
        named.addAll(places);
    }

    /** Whether somebody named this place and not all of a collection. */
    boolean isNamed(JsonPointer place) {
        return named.contains(place) || literal(place).isPresent();
    }

    /** The pattern that names this place, and not all of a collection; absent if none does. */
    Optional<PathPattern> literal(JsonPointer place) {
        for (PathPattern pattern : literals) {
            if (pattern.matches(place)) {
                return Optional.of(pattern);
            }
        }
        return Optional.empty();
    }

    private static boolean isLiteral(PathPattern pattern) {
        int last = pattern.depth() - 1;
        return !pattern.isDeep() && (last < 0 || !pattern.segments().get(last).equals("*"));
    }

    /** The name of the collection that a place is counted in: all places of a pattern, or all parts of one value. */
    String collection(JsonPointer place) {
        return literal(place).map(PathPattern::toString).orElseGet(() -> place.isRoot() ? "" : place.parent() + "/*");
    }

    /** Whether its places are all parts of one value, which has as many as it has. */
    static boolean isOneCollection(PathPattern pattern) {
        int last = pattern.depth() - 1;
        return last >= 0
                && !pattern.segments().subList(0, last).contains("*")
                && (pattern.isDeep() || pattern.segments().get(last).equals("*"));
    }
}
