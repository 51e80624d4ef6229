package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.Revision;
import java.util.List;
import java.util.Optional;

/**
 * An admitted proposal whose patch is a JSON Patch.
 *
 * @param patch as sent, until the {@link Targets} of an answer are found: then what it means now, without requests to
 *     see more
 * @param revision what the patch without those does to the state, if that was found out with the targets
 * @param expand what the worker asks to see, taken from the patch; see {@link Expansion}
 */
public record Parsed(Admitted admitted, Patch patch, Optional<Revision> revision, List<AskedHandle> expand) {

    /** The patch without requests to see more. */
    public Patch changes() {
        return expand.isEmpty() ? patch : Expansion.without(patch);
    }
}
