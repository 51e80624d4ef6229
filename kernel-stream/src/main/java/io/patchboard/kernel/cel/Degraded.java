package io.patchboard.kernel.cel;

import io.patchboard.json.JsonPointer;

/** What expressions are told of where values come from, with {@code degraded(path)}. */
@FunctionalInterface
public interface Degraded {

    /** Of a state that no fallback wrote anything of. */
    Degraded NOWHERE = place -> false;

    /** Whether a fallback wrote the value at a place, or anything in it; false where there is none. */
    boolean at(JsonPointer place);
}
