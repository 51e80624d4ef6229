package io.patchboard.gateway.http.api;

import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/proposals}. */
final class ProposalRoute {

    CompletionStage<Reply> answer(Call call, Outcomes outcomes) {
        Preferences preferences = Preferences.of(call);
        String boardId = Members.requireBoardId(call.pathParameter("id"));
        return Bodies.json(call).thenCompose(body -> {
            Members members = new Members(Bodies.object(body));
            Optional<String> own = ownId(call, members);
            PatchProposal proposal = proposal(boardId, members, own);
            return outcomes.ask(Request.of(proposal, own.isPresent()), preferences.patience())
                    .thenApply(outcome -> preferences.tell(told(outcome, proposal)));
        });
    }

    private static Optional<String> ownId(Call call, Members members) {
        return members.id("proposalId")
                .or(() -> Members.idempotencyKey(call))
                .map(id -> Members.requireId("proposalId", id));
    }

    private static PatchProposal proposal(String boardId, Members members, Optional<String> own) {
        members.read(fields -> fields.optionalString("boardId"))
                .filter(id -> !id.equals(boardId))
                .ifPresent(id -> {
                    throw Bodies.bad(
                            "Expected the board of the path at /boardId, or nothing, but got another.",
                            Optional.of("/boardId"));
                });
        String worker = Members.requireId("worker", members.read(fields -> fields.string("worker")));
        return members.read(fields -> new PatchProposal(
                own.orElseGet(() -> "p-" + UUID.randomUUID()),
                boardId,
                worker,
                fields.optionalString("invocationId"),
                fields.jsonOrNull("patch"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalString("error"),
                fields.optionalRecord("failure", Failure::read)));
    }

    /** The outcome of a proposal, or that there is none yet. */
    static Reply told(Optional<LogEntry> outcome, PatchProposal proposal) {
        return outcome.map(entry ->
                        decided(Verdicts.told(entry), proposal.reported().isPresent()))
                .orElseGet(() -> Verdicts.pending(
                        Links.proposal(proposal),
                        JsonObject.builder()
                                .put("boardId", proposal.boardId())
                                .put("proposalId", proposal.proposalId())
                                .build()));
    }

    /** Who reports that it could not do it, and is written down as such, had its way. */
    private static Reply decided(LogEntry entry, boolean reportsError) {
        if (entry.event() instanceof RejectedEvent rejected && !(reportsError && rejected.stage() == Stage.WORKER)) {
            throw Verdicts.rejected(entry.header(), rejected).asException();
        }
        return Reply.of(200, entry.toJson());
    }
}
