package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * Asks to keep a board as it is now, so that it can be restored.
 *
 * @param name of the mark; one that there is already is given to the board of now
 */
public record MarkBoard(CommandHeader header, String name) implements Command {

    static MarkBoard read(Fields fields) {
        return new MarkBoard(CommandHeader.readReasoned(fields), fields.string("name"));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).put("name", name).build();
    }
}
