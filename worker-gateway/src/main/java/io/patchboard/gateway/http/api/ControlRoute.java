package io.patchboard.gateway.http.api;

import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Raise;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/pause}, {@code resume}, {@code cancel}, {@code reopen} and {@code resolve}. */
final class ControlRoute {

    static final Map<String, Verb> VERBS = Map.of(
            "pause", of(PauseBoard::new),
            "resume", of(ResumeBoard::new),
            "cancel", of(CancelBoard::new),
            "reopen",
                    new Verb(
                            Set.of("commandId", "reason", "raised"),
                            (id, board, body) -> new ReopenBoard(
                                    id, board, body.string("reason"), body.records("raised", Raise::read))),
            "resolve", Decisions.ANY);

    /**
     * What may be asked of a board that there is: the right that it takes, the members of the request's body, and the
     * command of them.
     */
    record Verb(Right right, Set<String> members, Reader reader) {

        /** One of an operator. */
        Verb(Set<String> members, Reader reader) {
            this(Right.OPERATE, members, reader);
        }

        interface Reader {
            Command command(String commandId, String boardId, Fields body);
        }
    }

    private interface WithReason {
        Command command(String commandId, String boardId, Optional<String> reason);
    }

    private static Verb of(WithReason command) {
        return new Verb(
                Set.of("commandId", "reason"),
                (id, board, body) -> command.command(id, board, body.optionalString("reason")));
    }

    CompletionStage<Reply> answer(Call call, Verb verb, Outcomes outcomes) {
        Preferences preferences = Preferences.of(call);
        String boardId = Members.requireBoardId(call.pathParameter("id"));
        return Bodies.optionalObject(call).thenCompose(body -> {
            Members members = new Members(body);
            members.refuseUnknown(verb.members());
            Members signed =
                    verb.members().contains(Speakers.BY) ? Speakers.signed(members, call.principal()) : members;
            Optional<String> own = members.id("commandId")
                    .or(() -> Members.idempotencyKey(call))
                    .map(id -> Members.requireId("commandId", id));
            String commandId = own.orElseGet(() -> "c-" + UUID.randomUUID());
            Command command = signed.read(fields -> verb.reader().command(commandId, boardId, fields));
            return outcomes.ask(Request.of(command, own.isPresent()), preferences.patience())
                    .thenApply(outcome -> preferences.tell(outcome.map(ControlRoute::decided)
                            .orElseGet(() -> Verdicts.pending(
                                    Links.command(boardId, commandId),
                                    JsonObject.builder()
                                            .put("boardId", boardId)
                                            .put("commandId", commandId)
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
