package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * Asks to change the state by hand. Schema, invariants and budgets are checked as for a worker's proposal; write
 * contracts, which are for workers, are not.
 *
 * @param patch checked by the kernel, so anything may stand here
 */
public record EditBoard(CommandHeader header, Json patch) implements Command {

    static EditBoard read(Fields fields) {
        return new EditBoard(CommandHeader.readReasoned(fields), fields.json("patch"));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).put("patch", patch).build();
    }
}
