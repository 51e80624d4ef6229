package io.patchboard.record;

import io.patchboard.json.JsonObject;

/** A board stopped inviting workers; its timers stand still. */
public record BoardPaused(Requested requested) implements CommandOutcome {

    static BoardPaused read(Fields fields) {
        return new BoardPaused(Requested.read(fields));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
    }
}
