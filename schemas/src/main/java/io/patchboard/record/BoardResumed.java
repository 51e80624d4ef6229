package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * A paused board went on; deadlines moved by as long as it was paused.
 *
 * @param children ids of the open invocations for which boards were made, which do the same
 */
public record BoardResumed(Requested requested, List<String> children) implements CommandOutcome {

    static BoardResumed read(Fields fields) {
        return new BoardResumed(Requested.read(fields), fields.strings("children"));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new ResumeBoard(header);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.putStringsIfAny("children", children);
    }
}
