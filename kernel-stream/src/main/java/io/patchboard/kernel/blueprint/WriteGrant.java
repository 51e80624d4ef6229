package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Set;

/**
 * One line of a write contract: these operations at these paths.
 *
 * @param operations of JSON Patch, and {@code create}: an {@code add} to where nothing is
 * @param overwrite whether a value that somebody else changed after the worker's view was taken may be replaced or
 *     removed
 */
public record WriteGrant(Set<String> operations, PathPattern path, boolean overwrite) {

    /** An {@code add} that only {@code CREATE} grants must find nothing at its place. */
    private static final String CREATE = "create";

    private static final String ADD = "add";

    boolean allows(String operation, JsonPointer pointer) {
        boolean granted = operations.contains(operation) || operation.equals(ADD) && creates();
        return granted && path.matches(pointer);
    }

    boolean creates() {
        return operations.contains(CREATE);
    }

    boolean adds(JsonPointer pointer) {
        return operations.contains(ADD) && path.matches(pointer);
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
