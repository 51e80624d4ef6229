package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * An event of a kind that this version does not know, or with a word that it does not. Only readers of a log meet it:
 * they can chain over it, and cannot say what the board is afterwards.
 *
 * @param json the whole entry as it came
 */
public record UnknownEvent(String type, JsonObject json) implements Event {

    @Override
    public void write(JsonObject.Builder entry) {
        json.members().forEach((name, value) -> {
            if (!LogHeader.NAMES.contains(name)) {
                entry.put(name, value);
            }
        });
    }
}
