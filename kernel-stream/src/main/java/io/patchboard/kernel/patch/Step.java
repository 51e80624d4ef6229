package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;

/**
 * One operation as it was done. Documents share structure, so that keeping one for each operation costs a reference.
 *
 * @param operation with the index that a final {@code -} got
 * @param before the document that it was done to
 * @param between the document from which a move had taken its value, before it put it elsewhere; for every other
 *     operation the same as {@code before}
 */
record Step(Operation operation, Json before, Json between) {

    static boolean isItem(JsonPointer place, Json document) {
        return !place.isRoot() && place.parent().resolve(document).orElseThrow() instanceof JsonArray;
    }

    /** How many items an array has from the place on; 0 if the place is in no array. */
    static int itemsFrom(JsonPointer place, Json document) {
        if (place.isRoot() || !(place.parent().resolve(document).orElseThrow() instanceof JsonArray array)) {
            return 0;
        }
        return array.size() - JsonPointer.arrayIndex(place.last()).orElseThrow();
    }
}
