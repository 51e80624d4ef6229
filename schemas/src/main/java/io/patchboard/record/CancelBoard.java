package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** Asks to end a board for good. */
public record CancelBoard(CommandHeader header) implements Command {

    /** Of somebody who does not say who he is. */
    public CancelBoard(String commandId, String boardId, Optional<String> reason) {
        this(CommandHeader.of(commandId, boardId, reason));
    }

    static CancelBoard read(Fields fields) {
        return new CancelBoard(CommandHeader.read(fields));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).build();
    }
}
