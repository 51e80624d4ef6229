package io.patchboard.kernel.schema;

import io.patchboard.json.JsonPointer;

/**
 * Where a subschema stands.
 *
 * @param document the URI under which the document is known; empty for the schema that is compiled
 */
record Place(String document, JsonPointer pointer) {

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
}
