package io.patchboard.record;

import java.util.Optional;

/** What a command asked for, done. */
public sealed interface CommandOutcome extends CommittedEvent
        permits BoardCreated,
                BoardPaused,
                BoardResumed,
                BoardCancelled,
                BoardReopened,
                BoardEdited,
                BoardMarked,
                BlueprintAmended {

    Requested requested();

    /** The command with this header that it is the outcome of. */
    Command asked(CommandHeader header);

    @Override
    default Optional<Command> command(String boardId) {
        return Optional.of(asked(requested().header(boardId)));
    }

    default String commandId() {
        return requested().commandId();
    }

    /** Who asked for it; absent where the command did not say. */
    default Optional<String> by() {
        return requested().by();
    }

    /** For the log's readers. */
    default Optional<String> reason() {
        return requested().reason();
    }
}
