package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import java.util.List;
import java.util.Optional;

/**
 * What the patches of a role look like (section 3.2 of the paper): bounds below those of every patch, places whose
 * values are tested before they are changed, and a shape. Which operations there may be at which places is said by the
 * {@linkplain WriteGrant grants}.
 *
 * @param maxOperations operations of a patch, requests to see more apart
 * @param maxBytes bytes of a patch as compact JSON
 * @param tested a value at or inside of these places is replaced, removed or moved only after a test of it
 * @param shape what the patch as a JSON value satisfies
 * @param source as the blueprint has it, for views; absent if it says nothing
 */
public record PatchFormat(
        Optional<Long> maxOperations,
        Optional<Long> maxBytes,
        List<PathPattern> tested,
        Optional<JsonSchema> shape,
        Optional<Json> source) {

    /** Whether what is at a place is not to be replaced or taken away without a test. */
    public boolean wantsTest(JsonPointer place) {
        return tested.stream().anyMatch(pattern -> pattern.covers(place));
    }
}
