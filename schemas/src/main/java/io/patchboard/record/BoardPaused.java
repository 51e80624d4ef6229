package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * A board stopped inviting workers; its timers stand still.
 *
 * @param children ids of the open invocations for which boards were made, which do the same
 */
public record BoardPaused(Requested requested, List<String> children) implements CommandOutcome {

    static BoardPaused read(Fields fields) {
        return new BoardPaused(Requested.read(fields), fields.strings("children"));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new PauseBoard(header);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.putStringsIfAny("children", children);
    }
}
