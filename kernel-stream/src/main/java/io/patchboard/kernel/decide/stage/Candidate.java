package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Revision;
import java.util.List;

/**
 * What a proposal would make of the board's state.
 *
 * @param revision the state before and after, by the patch without requests to see more
 * @param expand JSON Pointers, into the state after, of what the worker asks to see
 */
public record Candidate(Admitted admitted, Revision revision, List<String> expand) {

    /** The state that the proposal would make. */
    public Json state() {
        return revision.after();
    }
}
