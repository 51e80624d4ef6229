package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** Asks a paused board to go on. */
public record ResumeBoard(CommandHeader header) implements Command {

    /** Of somebody who does not say who he is. */
    public ResumeBoard(String commandId, String boardId, Optional<String> reason) {
        this(CommandHeader.of(commandId, boardId, reason));
    }

    static ResumeBoard read(Fields fields) {
        return new ResumeBoard(CommandHeader.read(fields));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).build();
    }
}
