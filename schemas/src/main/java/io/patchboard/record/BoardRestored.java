package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * The board goes on from where it was before. What was open is superseded; nothing is erased. Rules that had matched
 * then and waited follow as entries of their own.
 *
 * @param requested absent where the board's blueprint asked for it
 * @param mark name of the mark; absent for a version
 * @param restoredVersion the version whose state this is
 * @param patch led back
 * @param stateHash of the state after the patch
 * @param superseded ids of the invocations that were open; this entry is their outcome
 * @param invites who was at work then, or was to be: they are invited as for the first time
 * @param sentFormer what was signed of the version, without a patch; absent where nobody signed, and for a mark
 */
public record BoardRestored(
        Optional<Requested> requested,
        Optional<String> mark,
        long restoredVersion,
        Json patch,
        StateHash stateHash,
        List<String> superseded,
        List<BoardReopened.Invite> invites,
        Optional<RestoreBoard.Former> sentFormer)
        implements StateChanged, Supersedes {

    static BoardRestored read(Fields fields) {
        return new BoardRestored(
                fields.optionalString("commandId").map(any -> Requested.read(fields)),
                fields.optionalString("mark"),
                fields.integer("restoredVersion"),
                fields.json("patch"),
                StateHash.read(fields),
                fields.strings("superseded"),
                fields.records("invites", BoardReopened.Invite::read),
                fields.optionalRecord("sentFormer", RestoreBoard.Former::readSaid));
    }

    private Optional<RestoreBoard.Former> former() {
        return mark.isPresent()
                ? Optional.empty()
                : Optional.of(sentFormer
                        .map(sent -> sent.with(patch))
                        .orElseGet(
                                () -> new RestoreBoard.Former(restoredVersion, patch, stateHash, invites, List.of())));
    }

    @Override
    public Optional<Command> command(String boardId) {
        return requested.map(asked -> new RestoreBoard(asked.header(boardId), mark, former()));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.ifPresent(asked -> asked.write(json));
        json.putStringIfPresent("mark", mark)
                .put("restoredVersion", restoredVersion)
                .put("patch", patch);
        stateHash.write(json);
        json.put("superseded", JsonArray.ofStrings(superseded))
                .put("invites", BoardReopened.invitesJson(invites))
                .putIfPresent("sentFormer", sentFormer.map(RestoreBoard.Former::said));
    }
}
