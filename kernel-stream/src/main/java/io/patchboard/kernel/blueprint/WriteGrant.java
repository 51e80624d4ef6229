package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.List;
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
    private static final String ANYTHING_BELOW = "/**";

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

    /**
     * The paths that together are what the grant has of a place and all inside of it. A place with a key {@code *}
     * cannot be named, so that they may be more.
     */
    List<String> pathsWithin(JsonPointer place) {
        List<String> segments = path.segments();
        int size = place.tokens().size();
        if (!path.mayMatchBelow(place)) {
            return List.of();
        }
        if (size > segments.size()) {
            return List.of(place.toString(), place + ANYTHING_BELOW);
        }
        JsonPointer rest = new JsonPointer(segments.subList(size, segments.size()));
        return List.of(place + rest.toString() + (path.isDeep() ? ANYTHING_BELOW : ""));
    }

    /** The grant in words, as {@code add, replace at /claims/-}. */
    @Override
    public String toString() {
        return String.join(", ", operations) + " at " + path;
    }
}
