package io.patchboard.record;

import io.patchboard.json.Json;

/** An event after which the state is another, or may be. */
public sealed interface StateChanged extends CommittedEvent permits PatchCommitted, BoardEdited, BoardRestored {

    /** The patch as applied: every {@code -} replaced by the index it got. */
    Json patch();

    /** Of the state after the patch. */
    StateHash stateHash();
}
