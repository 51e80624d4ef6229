package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * The board goes on under another blueprint.
 *
 * @param blueprint as it was sent
 * @param blueprintHash SHA-256 of the blueprint's canonical JSON
 * @param previousBlueprintHash the same of the blueprint before
 * @param open what became of invocations that were open
 * @param superseded ids of the invocations that ended with this entry
 * @param invites who is invited anew, as for the first time
 */
public record BlueprintAmended(
        Requested requested,
        Json blueprint,
        String blueprintHash,
        String previousBlueprintHash,
        AmendBlueprint.Open open,
        List<String> superseded,
        List<BoardReopened.Invite> invites)
        implements CommandOutcome, Supersedes {

    static BlueprintAmended read(Fields fields) {
        return new BlueprintAmended(
                Requested.read(fields),
                fields.json("blueprint"),
                fields.string("blueprintHash"),
                fields.string("previousBlueprintHash"),
                fields.word("open", AmendBlueprint.Open.class),
                fields.strings("superseded"),
                fields.records("invites", BoardReopened.Invite::read));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new AmendBlueprint(header, blueprint, open);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("blueprint", blueprint)
                .put("blueprintHash", blueprintHash)
                .put("previousBlueprintHash", previousBlueprintHash)
                .put("open", open.word())
                .put("superseded", JsonArray.ofStrings(superseded))
                .put("invites", BoardReopened.invitesJson(invites));
    }
}
