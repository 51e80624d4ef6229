package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * An operator changed the state by hand.
 *
 * @param patch the patch as applied: every {@code -} replaced by the index it got
 * @param stateHash of the state after the patch
 * @param sentPatch the patch that was signed, where it was not applied as it was sent
 */
public record BoardEdited(Requested requested, Json patch, StateHash stateHash, Optional<Json> sentPatch)
        implements CommandOutcome, StateChanged {

    static BoardEdited read(Fields fields) {
        return new BoardEdited(
                Requested.read(fields), fields.json("patch"), StateHash.read(fields), fields.optionalJson("sentPatch"));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new EditBoard(header, sentPatch.orElse(patch));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("patch", patch);
        stateHash.write(json);
        json.putIfPresent("sentPatch", sentPatch);
    }
}
