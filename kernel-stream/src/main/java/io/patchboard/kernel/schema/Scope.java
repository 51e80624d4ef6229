package io.patchboard.kernel.schema;

import java.util.Optional;
import java.util.SortedMap;

/** Dynamic anchors that are bound on the way to a subschema: one object for each set of them, by which it is known. */
final class Scope {

    private final int number;
    private final SortedMap<String, Place> anchors;

    /** @param number that no other scope of the schema has */
    Scope(int number, SortedMap<String, Place> anchors) {
        this.number = number;
        this.anchors = anchors;
    }

    int number() {
        return number;
    }

    SortedMap<String, Place> anchors() {
        return anchors;
    }

    /** What a dynamic reference to this name means. */
    Optional<Place> bound(String name) {
        return Optional.ofNullable(anchors.get(name));
    }
}
