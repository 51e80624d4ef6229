package io.patchboard.record;

import java.util.List;

/** The last entry that changes a board: how it ended. Only rejections can follow. */
public sealed interface EndEvent extends CommittedEvent permits BoardCompleted, BoardHalted, BoardCancelled {

    /** The hash of the state that the board ended with. */
    StateHash stateHash();

    /** The invocations that were open; the end of the board is their outcome. */
    List<String> abandonedInvocations();
}
