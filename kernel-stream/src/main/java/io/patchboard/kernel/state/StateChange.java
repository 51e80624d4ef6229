package io.patchboard.kernel.state;

import io.patchboard.json.JsonPointer;
import java.util.List;

/**
 * Which places one commit touched.
 *
 * @param version that the commit made
 * @param places written values; for an insertion or removal inside an array the array itself, because the items after it
 *     moved
 */
public record StateChange(long version, List<JsonPointer> places) {

    /** Whether writing at the pointer would touch, contain or lie inside of a changed place. */
    public boolean touches(JsonPointer pointer) {
        return places.stream().anyMatch(place -> place.isPrefixOf(pointer) || pointer.isPrefixOf(place));
    }
}
