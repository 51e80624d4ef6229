package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.lease.Assignment;
import io.patchboard.gateway.http.outcome.Request;
import io.patchboard.gateway.http.outcome.RequestKey;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Usage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /v1/invocations/{id}/answer}. The answer of a worker that a gateway of this process called goes to that gateway,
 * whose runner awaits it. Any other becomes a proposal here; which board and worker it is from is known from the lease, or
 * said by the caller.
 */
final class AnswerRoute {

    CompletionStage<Reply> answer(Call call, WorkerApi.Services services) {
        Preferences preferences = Preferences.of(call);
        String invocationId = Members.requireId("invocationId", call.pathParameter("id"));
        return Bodies.json(call).thenCompose(json -> {
            Members members = new Members(json instanceof JsonArray ? JsonObject.EMPTY : Bodies.object(json));
            Answer answer = json instanceof JsonArray patch ? Answer.of(patch) : answer(members);
            Optional<Assignment> assignment =
                    services.leases().assignment(invocationId).or(() -> said(call, members));
            return callback(invocationId, answer, assignment, services, preferences)
                    .orElseGet(() -> propose(
                            invocationId, answer, assignment.orElseThrow(AnswerRoute::unknown), services, preferences));
        });
    }

    /** Only the envelope is checked: the kernel judges the patch. An error that is not a string is still an error. */
    private static Answer answer(Members members) {
        return members.read(fields -> new Answer(
                fields.jsonOrNull("patch"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalJson("error")
                        .map(error -> error instanceof JsonString text ? text.value() : error.toString())));
    }

    private static Optional<Assignment> said(Call call, Members members) {
        Optional<String> board =
                call.query("boardId").or(() -> members.read(fields -> fields.optionalString("boardId")));
        Optional<String> worker = call.query("worker").or(() -> members.id("worker"));
        return board.flatMap(id ->
                worker.map(name -> new Assignment(Members.requireBoardId(id), Members.requireId("worker", name))));
    }

    private static RuntimeException unknown() {
        return Problem.of(
                        HttpStatus.NOT_FOUND,
                        "Expected an invocation that was polled here, but this one was not, or its deadline has passed."
                                + " Say boardId and worker, as query parameters or members of the body, and the kernel"
                                + " decides.")
                .withType("unknown-invocation")
                .asException();
    }

    /** Empty if nobody awaits it. */
    private static Optional<CompletionStage<Reply>> callback(
            String invocationId,
            Answer answer,
            Optional<Assignment> assignment,
            WorkerApi.Services services,
            Preferences preferences) {
        if (!services.awaited().answer(invocationId, answer)) {
            return Optional.empty();
        }
        String id = ProposalSubmitter.proposalId(invocationId);
        return Optional.of(assignment
                .map(from -> services.outcomes()
                        .await(RequestKey.proposal(from.boardId(), id), preferences.patience(), () -> {})
                        .thenApply(outcome ->
                                preferences.tell(ProposalRoute.told(outcome, proposal(invocationId, answer, from)))))
                .orElseGet(() -> CompletableFuture.completedFuture(Reply.of(
                        HttpStatus.ACCEPTED.getCode(),
                        JsonObject.builder()
                                .put("status", "pending")
                                .put("proposalId", id)
                                .build()))));
    }

    private static CompletionStage<Reply> propose(
            String invocationId, Answer answer, Assignment from, WorkerApi.Services services, Preferences preferences) {
        PatchProposal proposal = proposal(invocationId, answer, from);
        Request request =
                Request.of(proposal, true).onRecord(() -> services.leases().settle(invocationId));
        return services.outcomes()
                .ask(request, preferences.patience())
                .thenApply(outcome -> preferences.tell(ProposalRoute.told(outcome, proposal)));
    }

    private static PatchProposal proposal(String invocationId, Answer answer, Assignment from) {
        return new PatchProposal(
                ProposalSubmitter.proposalId(invocationId),
                from.boardId(),
                from.worker(),
                Optional.of(invocationId),
                answer.patch(),
                answer.usage(),
                answer.error());
    }
}
