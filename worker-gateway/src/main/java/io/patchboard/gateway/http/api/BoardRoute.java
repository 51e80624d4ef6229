package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.IndexValue;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards}. */
final class BoardRoute {

    private static final Set<String> MEMBERS = Set.of(
            "type", "commandId", "boardId", "by", "reason", "blueprint", "input", "usage", "labels", "signature");
    private static final int GENERATED_CHARS = 24;

    CompletionStage<Reply> answer(Call call, Outcomes outcomes, NamedBlueprints blueprints) {
        Preferences preferences = Preferences.of(call);
        return Bodies.objectOrYaml(call).thenCompose(body -> {
            Optional<String> own = ownId(call, new Members(body));
            boolean named = call.query("boardId").isPresent() || body.has("boardId");
            return blueprints
                    .documented(command(call, body, own))
                    .thenApply(command -> named ? command : calledByItsValue((CreateBoard) command))
                    .thenCompose(command -> outcomes.ask(
                                    Request.of(command, own.isPresent()).in(call.trace()), preferences.patience())
                            .thenApply(outcome ->
                                    preferences.tell(outcome.map(entry -> decided(Asked.outcome(command, entry, call)))
                                            .orElseGet(() -> Verdicts.pending(
                                                    Links.command(command.boardId(), command.commandId()),
                                                    JsonObject.builder()
                                                            .put("boardId", command.boardId())
                                                            .put("commandId", command.commandId())
                                                            .build())))));
        });
    }

    /** Where nobody names the board, a unique index of its blueprint does. */
    private static Command calledByItsValue(CreateBoard command) {
        return IndexValue.newBoardId(command.blueprint(), command.input())
                .map(Members::requireBoardId)
                .map(command::calledAs)
                .orElse(command);
    }

    /** By which the caller may repeat the request. A blueprint has no member of that name. */
    private static Optional<String> ownId(Call call, Members members) {
        return members.id("commandId")
                .or(() -> call.query("commandId"))
                .or(() -> Members.idempotencyKey(call))
                .map(Members::requireCommandId);
    }

    private static CreateBoard command(Call call, JsonObject body, Optional<String> own) {
        Members members = new Members(body);
        String commandId = own.orElseGet(() -> "c-" + UUID.randomUUID());
        if (body.has("apiVersion")) {
            CommandHeader header = new CommandHeader(
                    commandId,
                    boardId(call, Optional.empty(), own),
                    Optional.of(call.principal().name()),
                    Optional.empty(),
                    Optional.empty());
            return new CreateBoard(
                    header, body, JsonObject.EMPTY, Optional.empty(), Optional.empty(), Optional.empty());
        }
        members.refuseUnknown(MEMBERS);
        members.read(fields -> fields.optionalString("type"))
                .filter(type -> !type.equals("CreateBoard"))
                .ifPresent(type -> {
                    throw Bodies.bad(
                            "Expected CreateBoard at /type, or nothing, but got \"" + type + "\".",
                            Optional.of("/type"));
                });
        Json blueprint = members.read(fields -> fields.json("blueprint"));
        Json input = members.json("input").orElse(JsonObject.EMPTY);
        Members signed = Speakers.signed(members, call.principal());
        Optional<String> named = members.read(fields -> fields.optionalString("boardId"));
        CommandHeader header = new CommandHeader(
                commandId,
                boardId(call, named, own),
                signed.read(fields -> fields.optionalString(Speakers.BY)),
                members.read(fields -> fields.optionalString("reason")),
                Optional.empty(),
                members.signature("boardId", named).flatMap(any -> members.signature("commandId", own)));
        return new CreateBoard(
                header,
                blueprint,
                input,
                members.read(fields -> fields.optionalRecord("usage", Usage::read)),
                members.json("labels"),
                Optional.empty());
    }

    private static String boardId(Call call, Optional<String> given, Optional<String> own) {
        String id = given.or(() -> call.query("boardId"))
                .orElseGet(() -> own.map(BoardRoute::generatedId).orElseGet(() -> "b-" + UUID.randomUUID()));
        return Members.requireBoardId(id);
    }

    /** Follows from what the caller has named the request, so that it can be repeated. */
    static String generatedId(String request) {
        return "b-"
                + CanonicalJson.sha256(request.getBytes(StandardCharsets.UTF_8)).substring(0, GENERATED_CHARS);
    }

    private static Reply decided(LogEntry outcome) {
        if (outcome.event() instanceof RejectedEvent rejected) {
            throw Verdicts.rejected(outcome.header(), rejected).asException();
        }
        BoardCreated created = (BoardCreated) outcome.event();
        JsonObject body = JsonObject.builder()
                .put("boardId", outcome.boardId())
                .put("commandId", created.commandId())
                .put("sequence", outcome.sequence())
                .put("version", outcome.header().version())
                .put("time", LogHeader.format(outcome.header().time()))
                .put("blueprintHash", created.blueprintHash())
                .put("stateHash", created.stateHash().hex())
                .build();
        return Reply.of(HttpStatus.CREATED.getCode(), body).withHeader("Location", Links.board(outcome.boardId()));
    }
}
