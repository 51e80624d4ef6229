package io.patchboard.kernel.schema;

import io.patchboard.json.JsonPointer;
import java.util.Comparator;

/**
 * Where a subschema stands. Places have an order for the reason that pointers have one: a hash map then finds one
 * quickly among others of the same hash.
 *
 * @param document the URI under which the document is known; empty for the schema that is compiled
 */
record Place(String document, JsonPointer pointer) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::document).thenComparing(Place::pointer);

    static final Place ROOT = new Place("", JsonPointer.ROOT);

    Place child(String token) {
        return new Place(document, pointer.child(token));
    }

    Place child(int index) {
        return new Place(document, pointer.child(index));
    }

    boolean isOwn() {
        return document.isEmpty();
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
