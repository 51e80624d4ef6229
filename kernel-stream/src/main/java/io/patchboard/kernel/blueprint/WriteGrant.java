package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Set;

/**
 * One line of a write contract: these operations at these paths.
 *
 * @param overwrite whether a value that somebody else changed after the worker's view was taken may be replaced or
 *     removed
 */
public record WriteGrant(Set<String> operations, PathPattern path, boolean overwrite) {

    boolean allows(String operation, JsonPointer pointer) {
        return operations.contains(operation) && path.matches(pointer);
    }

    boolean overwrites(JsonPointer pointer) {
        return overwrite && path.matches(pointer);
    }

    /** The grant in words, as {@code add, replace at /claims/-}. */
    @Override
    public String toString() {
        return String.join(", ", operations) + " at " + path;
    }
}
