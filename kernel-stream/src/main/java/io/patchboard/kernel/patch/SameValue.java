package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.Part;

/**
 * Whether two values are equal. Objects and arrays of more than a few bytes are compared by their digests, which they
 * keep and need anyway once they stand in a state: so it costs no more to ask for each of many patterns, or on each of
 * many levels.
 */
final class SameValue {

    private static final int FEW_BYTES = 256;

    private SameValue() {}

    static boolean of(Json one, Json other) {
        if (one == other || !(one instanceof Part) || !(other instanceof Part)) {
            return one.equals(other);
        }
        long bytes = one.canonicalBytes();
        return bytes == other.canonicalBytes()
                && (bytes <= FEW_BYTES ? one.equals(other) : one.digest().equals(other.digest()));
    }
}
