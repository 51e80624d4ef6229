package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * The board as it was then is kept under a name: its state, and who was at work or was to be.
 *
 * @param stateHash of the state that is kept
 */
public record BoardMarked(Requested requested, String name, StateHash stateHash) implements CommandOutcome {

    static BoardMarked read(Fields fields) {
        return new BoardMarked(Requested.read(fields), fields.string("name"), StateHash.read(fields));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new MarkBoard(header, name);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("name", name);
        stateHash.write(json);
    }
}
