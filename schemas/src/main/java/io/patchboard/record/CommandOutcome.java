package io.patchboard.record;

/** What a command asked for, done. */
public sealed interface CommandOutcome extends CommittedEvent
        permits BoardCreated, BoardPaused, BoardResumed, BoardCancelled, BoardReopened, Decided {

    String commandId();
}
