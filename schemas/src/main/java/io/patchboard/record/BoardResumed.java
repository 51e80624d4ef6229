package io.patchboard.record;

import io.patchboard.json.JsonObject;

/** A paused board went on; deadlines moved by as long as it was paused. */
public record BoardResumed(Requested requested) implements CommandOutcome {

    static BoardResumed read(Fields fields) {
        return new BoardResumed(Requested.read(fields));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
    }
}
