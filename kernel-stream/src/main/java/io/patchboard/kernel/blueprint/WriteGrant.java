package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Set;

/** One line of a write contract: these operations at these paths. */
public record WriteGrant(Set<String> operations, PathPattern path) {

    boolean allows(String operation, JsonPointer pointer) {
        return operations.contains(operation) && path.matches(pointer);
    }

    /** The grant in words, as {@code add, replace at /claims/-}. */
    @Override
    public String toString() {
        return String.join(", ", operations) + " at " + path;
    }
}
