package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.RequestKey;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.lease.Leases;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * What became of a request: {@code GET /v1/boards/{id}/proposals/{proposalId}} and {@code .../commands/{commandId}}.
 */
final class OutcomeRoutes {

    /** Who may send a proposal may ask what became of it: as its worker, or as one who answers its queue. */
    CompletionStage<Reply> proposal(Call call, Outcomes outcomes, Leases leases) {
        String board = call.pathParameter("id");
        String id = call.pathParameter("proposalId");
        Optional<String> worker = call.query("worker");
        if (worker.isEmpty() || !call.principal().mayPropose(worker.get()) && !mayAnswer(call, leases)) {
            call.require(Right.READ);
        }
        return outcome(
                worker.isEmpty()
                        ? RequestKey.proposal(board, id)
                        : RequestKey.proposal(board, new ProposalKey(worker, call.query("invocationId"), id)),
                outcomes,
                entry -> {});
    }

    private static boolean mayAnswer(Call call, Leases leases) {
        return call.query("invocationId")
                .filter(id -> Speakers.mayAnswer(call.principal(), leases.queue(id)))
                .isPresent();
    }

    /** Who may not read boards is told of his own commands alone. */
    CompletionStage<Reply> command(Call call, Outcomes outcomes) {
        Speakers.requireAnyCommand(call);
        RequestKey key = RequestKey.command(call.pathParameter("id"), call.pathParameter("commandId"));
        return outcome(key, outcomes, entry -> {
            if (!Speakers.isBy(entry, call.principal())) {
                call.require(Right.READ);
            }
        });
    }

    /** @param check throws if the caller may not know what became of it */
    private static CompletionStage<Reply> outcome(RequestKey key, Outcomes outcomes, Consumer<LogEntry> check) {
        return outcomes.find(key).thenApply(found -> {
            found.ifPresent(check);
            return found.map(entry -> Verdicts.reply(Verdicts.told(entry), JsonObject.EMPTY))
                    .orElseThrow(() -> new ProblemException(
                            HttpStatus.NOT_FOUND,
                            "Expected the id of a request that was decided, but the log of board \"" + key.boardId()
                                    + "\" has no outcome of \"" + key.id() + "\"."));
        });
    }
}
