package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Somebody ended a board by command.
 *
 * @param compensation what was undone before, since the command was given; absent where nothing was to be
 */
public record BoardCancelled(
        Requested requested, StateHash stateHash, List<String> abandonedInvocations, Optional<Compensated> compensation)
        implements EndEvent, CommandOutcome {

    static BoardCancelled read(Fields fields) {
        return new BoardCancelled(
                Requested.read(fields),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"),
                fields.optionalRecord("compensation", Compensated::read));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations))
                .putIfPresent("compensation", compensation.map(Compensated::toJson));
    }
}
