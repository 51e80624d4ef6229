package io.patchboard.gateway.http.api;

import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.ResumeBoard;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/pause}, {@code resume} and {@code cancel}. */
final class ControlRoute {

    static final Map<String, Verb> VERBS =
            Map.of("pause", PauseBoard::new, "resume", ResumeBoard::new, "cancel", CancelBoard::new);

    private static final Set<String> MEMBERS = Set.of("commandId", "reason");

    /** Makes a command of its id, board and reason. */
    interface Verb {
        Command command(String commandId, String boardId, Optional<String> reason);
    }

    CompletionStage<Reply> answer(Call call, Verb verb, Outcomes outcomes) {
        Preferences preferences = Preferences.of(call);
        String boardId = Members.requireBoardId(call.pathParameter("id"));
        return Bodies.optionalObject(call).thenCompose(body -> {
            Members members = new Members(body);
            members.refuseUnknown(MEMBERS);
            Optional<String> own = members.id("commandId")
                    .or(() -> Members.idempotencyKey(call))
                    .map(id -> Members.requireId("commandId", id));
            Command command = verb.command(
                    own.orElseGet(() -> "c-" + UUID.randomUUID()),
                    boardId,
                    members.read(fields -> fields.optionalString("reason")));
            return outcomes.ask(Request.of(command, own.isPresent()), preferences.patience())
                    .thenApply(outcome -> preferences.tell(outcome.map(ControlRoute::decided)
                            .orElseGet(() -> Verdicts.pending(
                                    Links.command(boardId, command.commandId()),
                                    JsonObject.builder()
                                            .put("boardId", boardId)
                                            .put("commandId", command.commandId())
                                            .build()))));
        });
    }

    private static Reply decided(LogEntry entry) {
        if (entry.event() instanceof RejectedEvent rejected) {
            throw Verdicts.rejected(entry.header(), rejected).asException();
        }
        return Reply.of(200, entry.toJson());
    }
}
