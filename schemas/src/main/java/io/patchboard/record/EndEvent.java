package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** How a board ended. Only rejections can follow, unless it is reopened. */
public sealed interface EndEvent extends CommittedEvent permits BoardCompleted, BoardHalted, BoardCancelled {

    /** The hash of the state that the board ended with. */
    StateHash stateHash();

    /** The invocations that were open; the end of the board is their outcome. */
    List<String> abandonedInvocations();

    /** The invocation of another board that this answers; absent where the board was made for no other. */
    Optional<Parent> parent();

    /** What all of its workers used; only where there is a parent to count it. */
    Optional<Usage> usage();

    /** Writes what is for the parent. */
    default void writeUpwards(JsonObject.Builder json) {
        json.putIfPresent("parent", parent().map(Parent::toJson)).putIfPresent("usage", usage().map(Usage::toJson));
    }
}
