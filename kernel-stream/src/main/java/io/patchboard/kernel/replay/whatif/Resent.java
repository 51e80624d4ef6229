package io.patchboard.kernel.replay.whatif;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
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
            case BoardPaused paused -> command(new PauseBoard(paused.commandId(), board.id(), paused.reason()));
            case BoardResumed resumed -> command(new ResumeBoard(resumed.commandId(), board.id(), resumed.reason()));
            case BoardCancelled cancelled ->
                command(new CancelBoard(cancelled.commandId(), board.id(), cancelled.reason()));
            case BoardReopened reopened ->
                command(new ReopenBoard(reopened.commandId(), board.id(), reopened.reason(), reopened.raised()));
            case Decided decided ->
                command(new Decide(
                        decided.commandId(),
                        board.id(),
                        decided.by(),
                        decided.reason(),
                        Optional.of(decided.item()).filter(item -> waits(board, item)),
                        decided.option(),
                        decided.worker(),
                        decided.raised()));
            // A command that was refused changes nothing, but counts as an entry.
            case CommandRejected rejected ->
                Optional.of(new Input.Undecodable(
                        true,
                        new Input.Ids(rejected.commandId(), Optional.empty(), Optional.empty()),
                        false,
                        rejected.rejection(),
                        rejected.command().orElse(Json.nul())));
            default -> Optional.empty();
        };
    }

    private static boolean waits(Board board, long item) {
        return board.work().incidents().stream().anyMatch(incident -> incident.sequence() == item);
    }

    private static Optional<Input> command(Command command) {
        return Optional.of(new Input.Commanded(command, Json.nul()));
    }
}
