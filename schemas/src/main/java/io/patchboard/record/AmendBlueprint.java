package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * Asks that a board goes on under another blueprint, which its state has to satisfy.
 *
 * @param blueprint as a JSON value; checked by the kernel, so anything may stand here
 * @param open what becomes of invocations that are open
 */
public record AmendBlueprint(CommandHeader header, Json blueprint, Open open) implements Command {

    /** What becomes of invocations that are open when a blueprint is amended. */
    public enum Open implements Word {
        /** They go on under the contract that they were given. */
        KEEP,
        /** They end, and their workers are invited anew under the new blueprint. */
        SUPERSEDE
    }

    static AmendBlueprint read(Fields fields) {
        return new AmendBlueprint(
                CommandHeader.readReasoned(fields), fields.json("blueprint"), fields.word("open", Open.class));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type())
                .put("blueprint", blueprint)
                .put("open", open.word())
                .build();
    }
}
