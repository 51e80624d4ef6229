package io.patchboard.gateway.http.api;

import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.EditBoard;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Raise;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Signature;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/VERB}: what operators ask of a board that there is. */
final class ControlRoute {

    /** Members that all have. */
    private static final Set<String> COMMON =
            Set.of("commandId", Speakers.BY, "reason", "expectedSequence", Signature.FIELD);

    static final Map<String, Verb> VERBS = Map.of(
            "pause", Verb.of((header, body) -> new PauseBoard(header)),
            "resume", Verb.of((header, body) -> new ResumeBoard(header)),
            "cancel", Verb.of((header, body) -> new CancelBoard(header)),
            "reopen",
                    Verb.withReason(
                            (header, body) -> new ReopenBoard(header, body.records("raised", Raise::read)), "raised"),
            "resolve", Decisions.ANY,
            "edit", Verb.withReason((header, body) -> new EditBoard(header, body.json("patch")), "patch"),
            "marks", Verb.withReason((header, body) -> new MarkBoard(header, body.string("name")), "name"),
            "blueprint",
                    Verb.withReason(
                            (header, body) -> new AmendBlueprint(
                                    header,
                                    body.json("blueprint"),
                                    body.optionalWord("open", AmendBlueprint.Open.class)
                                            .orElse(AmendBlueprint.Open.KEEP)),
                            "blueprint",
                            "open"));

    /**
     * What may be asked of a board that there is.
     *
     * @param right that it takes
     * @param reasoned whether it has to say why
     * @param members of the request's body, beside those that all have
     */
    record Verb(Right right, boolean reasoned, Set<String> members, Reader reader) {

        /** Makes the command of the body; does not wait. */
        interface Reader {
            CompletionStage<? extends Command> command(CommandHeader header, Fields body);
        }

        /** One for which the body says all. */
        interface AtOnce {
            Command command(CommandHeader header, Fields body);
        }

        static Verb of(AtOnce reader) {
            return new Verb(Right.OPERATE, false, Set.of(), now(reader));
        }

        static Verb withReason(AtOnce reader, String... members) {
            return new Verb(Right.OPERATE, true, Set.of(members), now(reader));
        }

        static Reader now(AtOnce reader) {
            return (header, body) -> CompletableFuture.completedFuture(reader.command(header, body));
        }
    }

    CompletionStage<Reply> answer(Call call, Verb verb, Outcomes outcomes, NamedBlueprints blueprints) {
        Preferences preferences = Preferences.of(call);
        String boardId = Members.requireBoardId(call.pathParameter("id"));
        return Bodies.optionalObject(call).thenCompose(body -> {
            Members members = new Members(body);
            Set<String> allowed = new HashSet<>(COMMON);
            allowed.addAll(verb.members());
            members.refuseUnknown(allowed);
            Members signed = Speakers.signed(members, call.principal());
            Optional<String> own = members.id("commandId")
                    .or(() -> Members.idempotencyKey(call))
                    .map(Members::requireCommandId);
            String commandId = own.orElseGet(() -> "c-" + UUID.randomUUID());
            Optional<Signature> signature = members.signature("commandId", own);
            return signed.read(fields -> verb.reader()
                            .command(header(commandId, boardId, verb, fields).signed(signature), fields))
                    .thenCompose(blueprints::documented)
                    .thenCompose(command -> outcomes.ask(
                                    Request.of(command, own.isPresent()).in(call.trace()), preferences.patience())
                            .thenApply(outcome ->
                                    preferences.tell(outcome.map(entry -> decided(Asked.outcome(command, entry, call)))
                                            .orElseGet(() -> Verdicts.pending(
                                                    Links.command(command.boardId(), commandId),
                                                    JsonObject.builder()
                                                            .put("boardId", command.boardId())
                                                            .put("commandId", commandId)
                                                            .build())))));
        });
    }

    private static CommandHeader header(String commandId, String boardId, Verb verb, Fields body) {
        return new CommandHeader(
                commandId,
                boardId,
                body.optionalString(Speakers.BY),
                verb.reasoned() ? Optional.of(body.string("reason")) : body.optionalString("reason"),
                body.optionalInteger("expectedSequence"));
    }

    private static Reply decided(LogEntry entry) {
        if (entry.event() instanceof RejectedEvent rejected) {
            throw Verdicts.rejected(entry.header(), rejected).asException();
        }
        return Reply.of(200, entry.toJson());
    }
}
