package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Patch;
import java.util.List;

/**
 * The state that a proposal would make.
 *
 * @param resolved the patch with every {@code -} replaced by the index it got, without requests to see more
 * @param expand JSON Pointers, into this state, of what the worker asks to see
 */
record Candidate(Admitted admitted, Json state, Patch resolved, List<String> expand) {

    Json before() {
        return admitted.board().state();
    }

    /** Whether the state would be another at all. */
    boolean changes() {
        return !state.equals(before());
    }
}
