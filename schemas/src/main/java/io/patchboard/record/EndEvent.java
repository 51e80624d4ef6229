package io.patchboard.record;

import java.util.List;

/** How a board ended. Only rejections can follow, unless it is reopened. */
public sealed interface EndEvent extends CommittedEvent permits BoardCompleted, BoardHalted, BoardCancelled {

    /** The hash of the state that the board ended with. */
    StateHash stateHash();

    /** The invocations that were open; the end of the board is their outcome. */
    List<String> abandonedInvocations();
}
