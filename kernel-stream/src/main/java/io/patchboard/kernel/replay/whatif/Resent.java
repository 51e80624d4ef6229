package io.patchboard.kernel.replay.whatif;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Requested;
import io.patchboard.record.RestoreBoard;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was sent, as the log tells it, for another board. */
final class Resent {

    private Resent() {}

    /** An outcome with the invocation's id that the other board knows; one that it does not know stays as it is. */
    static LogEntry on(Board board, LogEntry entry, Map<String, String> ids) {
        JsonObject json = entry.toJson();
        JsonObject mine = switch (entry.event()) {
            case PatchCommitted committed -> renamed(json, ids);
            case PatchHeld held -> renamed(json, ids);
            case PatchRejected rejected -> {
                JsonObject outer = renamed(json, ids);
                yield outer.get("proposal")
                        .filter(JsonObject.class::isInstance)
                        .map(sent -> outer.with("proposal", renamed((JsonObject) sent, ids)))
                        .orElse(outer);
            }
            default -> json;
        };
        return mine.equals(json) ? entry : LogEntry.fromJson(mine);
    }

    private static JsonObject renamed(JsonObject json, Map<String, String> ids) {
        return json.get("invocationId")
                .filter(JsonString.class::isInstance)
                .map(id -> ids.get(((JsonString) id).value()))
                .map(mine -> json.with("invocationId", Json.of(mine)))
                .orElse(json);
    }

    static String worker(LogEntry outcome) {
        return switch (outcome.event()) {
            case PatchCommitted committed -> committed.worker();
            case PatchHeld held -> held.worker();
            case PatchRejected rejected -> rejected.worker().orElse("");
            default -> "";
        };
    }

    /** A command, or a record that was no proposal; absent if it is neither. */
    static Optional<Input> input(Board board, LogEntry entry) {
        return switch (entry.event()) {
            case PatchRejected rejected ->
                Optional.of(new Input.Undecodable(
                        false,
                        new Input.Ids(rejected.proposalId(), rejected.worker(), rejected.invocationId()),
                        rejected.invocationId().isPresent(),
                        rejected.rejection(),
                        rejected.proposal().orElse(Json.nul())));
            // The board has the blueprint that it is asked about, from the beginning.
            case BoardCreated any -> Optional.empty();
            case BlueprintAmended any -> Optional.empty();
            case Decided decided ->
                decided.requested()
                        .flatMap(asked -> command(new Decide(
                                CommandHeader.again(board.id(), asked),
                                Optional.of(decided.item()).filter(item -> waits(board, item)),
                                decided.option(),
                                decided.worker(),
                                decided.raised(),
                                decided.patch())));
            case BoardRestored restored -> restored.requested().flatMap(asked -> restored(board, restored, asked));
            // A command that was refused changes nothing, but counts as an entry.
            case CommandRejected rejected ->
                Optional.of(new Input.Undecodable(
                        true,
                        new Input.Ids(rejected.commandId(), Optional.empty(), Optional.empty()),
                        false,
                        rejected.rejection(),
                        rejected.command().orElse(Json.nul())));
            default -> entry.event().command(board.id()).flatMap(asked -> command(asked.again()));
        };
    }

    private static Optional<Input> restored(Board board, BoardRestored restored, Requested asked) {
        CommandHeader header = CommandHeader.again(board.id(), asked).expecting(Optional.of(board.sequence()));
        RestoreBoard.Former former = new RestoreBoard.Former(
                restored.restoredVersion(), restored.patch(), restored.stateHash(), restored.invites(), List.of());
        return command(new RestoreBoard(
                header,
                restored.mark(),
                Optional.of(former).filter(any -> restored.mark().isEmpty())));
    }

    private static boolean waits(Board board, long item) {
        return board.work().incidents().stream().anyMatch(incident -> incident.sequence() == item);
    }

    private static Optional<Input> command(Command command) {
        return Optional.of(new Input.Commanded(command, Json.nul()));
    }
}
