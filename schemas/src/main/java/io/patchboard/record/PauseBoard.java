package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** Asks to stop inviting workers and to keep answers out until a {@link ResumeBoard}. */
public record PauseBoard(CommandHeader header) implements Command {

    /** Of somebody who does not say who he is. */
    public PauseBoard(String commandId, String boardId, Optional<String> reason) {
        this(CommandHeader.of(commandId, boardId, reason));
    }

    static PauseBoard read(Fields fields) {
        return new PauseBoard(CommandHeader.read(fields));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).build();
    }
}
