package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Patch;

/**
 * The state that a proposal would make.
 *
 * @param resolved the patch with every {@code -} replaced by the index it got
 */
record Candidate(Admitted admitted, Json state, Patch resolved) {

    Json before() {
        return admitted.board().state();
    }

    /** Whether the state would be another at all. */
    boolean changes() {
        return !state.equals(before());
    }
}
