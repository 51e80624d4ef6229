package io.patchboard.experiments.household;

import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * A command that was carried out, and what was seen then.
 *
 * @param command empty for the first look around
 */
public record Step(String command, String text) {

    /** @throws io.patchboard.record.FieldException if it is none */
    static Step read(JsonObject json) {
        Fields fields = new Fields(json);
        return new Step(fields.string("command"), fields.string("text"));
    }

    JsonObject toJson() {
        return JsonObject.builder().put("command", command).put("text", text).build();
    }

    boolean happened() {
        return !text.equals(TextGame.NOTHING_HAPPENS);
    }
}
