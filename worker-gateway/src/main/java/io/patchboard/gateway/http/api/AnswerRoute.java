package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.ask.Request;
import io.patchboard.client.ask.RequestKey;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.lease.Assignment;
import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Signature;
import io.patchboard.text.Cut;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * {@code POST /v1/invocations/{id}/answer}. The answer of a worker that a gateway of this process called goes to that
 * gateway, whose runner awaits it. Any other becomes a proposal here; which board and worker it is from is known from
 * the lease, or said by the caller.
 */
final class AnswerRoute {

    private static final Set<String> MEMBERS = Set.of(
            "proposalId", "boardId", "worker", "invocationId", "patch", "usage", "error", "failure", Signature.FIELD);

    /** Of the members that it has in place of an answer. */
    private static final int MOST_NAMED = 20;

    private static final int MOST_NAME_CHARS = 100;

    CompletionStage<Reply> answer(Call call, WorkerApi.Services services) {
        Preferences preferences = Preferences.of(call);
        String invocationId = Members.requireInvocationId(call.pathParameter("id"));
        requireAnswer(call, services.leases().queue(invocationId));
        return Bodies.json(call).thenCompose(json -> {
            Members members = new Members(json instanceof JsonArray ? JsonObject.EMPTY : Bodies.object(json));
            Answer answer = json instanceof JsonArray patch ? Answer.of(patch) : answer(members);
            if (json instanceof JsonObject object) {
                requireAnswer(members, object);
                requireTo(invocationId, members);
            }
            Optional<Assignment> assignment =
                    services.leases().assignment(invocationId).or(() -> said(call, members));
            Given given =
                    new Given(invocationId, services.polled().told(invocationId, answer), assignment, sender(call));
            return services.awaited().isAwaited(invocationId)
                    ? callback(call, given, services, preferences)
                    : propose(call, given, services, preferences);
        });
    }

    private static Optional<String> sender(Call call) {
        return call.isAdmittedWithoutToken()
                ? Optional.empty()
                : Optional.of(call.principal().name());
    }

    private static void requireAnswer(Call call, Optional<String> queue) {
        if (!call.isAdmittedWithoutToken()) {
            call.require(
                    Speakers.mayAnswer(call.principal(), queue),
                    "a token whose principal may answer "
                            + queue.map(name -> "queue " + name)
                                    .orElse("any queue, since this invocation was not polled here"));
        }
    }

    /** One that says nothing would use its invocation up, and whoever sent it would read of a patch that is null. */
    private static void requireAnswer(Members members, JsonObject body) {
        if (!members.says()) {
            List<String> names = body.names().stream()
                    .limit(MOST_NAMED)
                    .map(name -> Cut.shortened(name, MOST_NAME_CHARS))
                    .toList();
            String meant = names.stream()
                    .map(name -> Spelling.question(name, Members.SAYING))
                    .filter(question -> !question.isEmpty())
                    .findFirst()
                    .orElse("");
            throw Bodies.bad(
                    "Expected an array of operations, or an object with one of " + String.join(", ", Members.SAYING)
                            + ", but got an object "
                            + (body.isEmpty() ? "without members" : "with " + String.join(", ", names)) + "."
                            + meant + " The invocation is still to be answered.",
                    Optional.empty());
        }
        members.refuseUnknown(MEMBERS);
    }

    private static void requireTo(String invocationId, Members members) {
        members.read(fields -> fields.optionalString("invocationId"))
                .filter(id -> !id.equals(invocationId))
                .ifPresent(other -> {
                    throw Bodies.bad(
                            "Expected the invocation of the path at /invocationId, or nothing, but got another. The"
                                    + " invocation is still to be answered.",
                            Optional.of("/invocationId"));
                });
    }

    /** Only the envelope is checked: the kernel judges the patch. */
    private static Answer answer(Members members) {
        members.id("proposalId");
        return members.read(AnswerLine::answer);
    }

    private static Optional<Assignment> said(Call call, Members members) {
        Optional<String> board =
                call.query("boardId").or(() -> members.read(fields -> fields.optionalString("boardId")));
        Optional<String> worker = call.query("worker").or(() -> members.id("worker"));
        return board.flatMap(id -> worker.map(name ->
                new Assignment(Members.requireBoardId(id), Members.requireId("worker", name), Optional.empty())));
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

    /**
     * To whoever awaits it, also where nobody can be told what becomes of it; as any other answer if that one has just
     * given up.
     */
    private static CompletionStage<Reply> callback(
            Call call, Given given, WorkerApi.Services services, Preferences preferences) {
        if (given.from().isEmpty()) {
            return services.awaited().answer(given.invocationId(), given.answer())
                    ? CompletableFuture.completedFuture(taken(given.invocationId()))
                    : propose(call, given, services, preferences);
        }
        PatchProposal proposal = given.proposal(given.from().get());
        AtomicBoolean taken = new AtomicBoolean();
        BooleanSupplier hand = () -> {
            taken.compareAndSet(false, services.awaited().answer(given.invocationId(), given.answer()));
            return taken.get();
        };
        return services.outcomes()
                .await(RequestKey.of(proposal), preferences.patience(), hand)
                .exceptionallyCompose(failure -> hand.getAsBoolean()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : CompletableFuture.failedFuture(failure))
                .thenCompose(outcome -> taken.get()
                        ? CompletableFuture.completedFuture(
                                preferences.tell(Proposed.of(proposal).told(outcome)))
                        : propose(call, given, services, preferences));
    }

    private static Reply taken(String invocationId) {
        return Reply.of(
                HttpStatus.ACCEPTED.getCode(),
                JsonObject.builder()
                        .put("status", "pending")
                        .put("invocationId", invocationId)
                        .build());
    }

    private static CompletionStage<Reply> propose(
            Call call, Given given, WorkerApi.Services services, Preferences preferences) {
        if (call.isAdmittedWithoutToken()) {
            throw new ProblemException(
                    HttpStatus.UNAUTHORIZED,
                    "Expected an invocation whose answer is still awaited, or this server's token, but got neither.");
        }
        String id = given.invocationId();
        Assignment from = given.from().orElseThrow(AnswerRoute::unknown);
        return services.seals()
                .left(id, given.answer(), services.leases().invocation(id))
                .thenCompose(answer -> {
                    PatchProposal proposal = given.with(answer).proposal(from);
                    AtomicBoolean recorded = new AtomicBoolean();
                    Request request = Request.of(proposal, true)
                            .in(call.trace())
                            .onRecord(() -> {
                                recorded.set(true);
                                services.leases().keep(id);
                            });
                    Proposed proposed = Proposed.of(proposal);
                    return services.outcomes()
                            .ask(request, preferences.patience())
                            .whenComplete((outcome, failure) -> {
                                if (recorded.get()) {
                                    decided(id, failure == null ? outcome : Optional.empty(), services);
                                }
                            })
                            .thenApply(outcome -> preferences.tell(proposed.told(outcome)));
                });
    }

    /**
     * An answer that is not signed as it has to be ends nothing: the lease begins anew. One whose outcome cannot be
     * waited for is on record nevertheless.
     */
    private static void decided(String id, Optional<LogEntry> outcome, WorkerApi.Services services) {
        if (outcome.map(LogEntry::event).orElse(null) instanceof RejectedEvent rejected
                && rejected.rejection().isOfNobody()) {
            services.leases().renew(id);
            return;
        }
        services.leases().settle(id);
        services.polled().end(id);
        services.seals().end(id);
    }

    /**
     * @param from who was asked, as far as that is known
     * @param by whose token it came with
     */
    private record Given(String invocationId, Answer answer, Optional<Assignment> from, Optional<String> by) {

        Given with(Answer other) {
            return new Given(invocationId, other, from, by);
        }

        PatchProposal proposal(Assignment worker) {
            PatchProposal proposal = new PatchProposal(
                    ProposalSubmitter.proposalId(invocationId, worker.worker(), answer),
                    worker.boardId(),
                    worker.worker(),
                    Optional.of(invocationId),
                    answer.patch(),
                    answer.usage(),
                    Optional.empty(),
                    answer.failure());
            return proposal.sentBy(by).signed(answer.proof().map(Answer.Proof::signature));
        }
    }
}
