package io.patchboard.kernel.decide;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Patch;
import java.util.List;

/**
 * An admitted proposal whose patch is a JSON Patch.
 *
 * @param patch as sent, until the {@link Targets} of an answer are found: then what it means now, without requests to see more
 * @param expand what the worker asks to see, taken from the patch; see {@link Expansion}
 */
record Parsed(Admitted admitted, Patch patch, List<JsonPointer> expand) {

    /** The patch without requests to see more. */
    Patch changes() {
        return expand.isEmpty()
                ? patch
                : new Patch(patch.operations().stream()
                        .filter(operation -> !Expansion.isRequest(operation))
                        .toList());
    }
}
