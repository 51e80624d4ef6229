package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * What one operation did to one place.
 *
 * @param kind adding to a member that existed is a replacement
 * @param place in the document after the whole patch; for a removal, where the value was
 * @param before absent for an addition
 * @param after absent for a removal
 * @param shifted whether items of the same array moved because of it
 * @param former what it replaced or removed, as it was before the whole patch; absent for an addition
 */
public record Effect(
        ChangeKind kind,
        JsonPointer place,
        Optional<Json> before,
        Optional<Json> after,
        boolean shifted,
        Optional<Former> former) {

    /** A value that came to where nothing was. */
    public static Effect addition(JsonPointer place, Json value, boolean shifted) {
        return new Effect(ChangeKind.ADD, place, Optional.empty(), Optional.of(value), shifted, Optional.empty());
    }

    Effect at(JsonPointer other) {
        return new Effect(kind, other, before, after, shifted, former);
    }

    Effect leaving(Json value) {
        return new Effect(kind, place, before, Optional.of(value), shifted, former);
    }

    /** The smallest value that holds all that moved or changed: the array, where items moved. */
    public JsonPointer touched() {
        return shifted ? place.parent() : place;
    }
}
