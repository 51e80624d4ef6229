package io.patchboard.gateway.http.api;

import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/proposals}. */
final class ProposalRoute {

    static final String DRY_RUN = "dryRun";

    private static final String VALUE = "value";
    private static final String PATH = "path";
    private static final Set<String> MEMBERS = Set.of(
            "proposalId",
            "boardId",
            "worker",
            "invocationId",
            "patch",
            VALUE,
            PATH,
            "usage",
            "error",
            "failure",
            "viewHash",
            Signature.FIELD);

    private final Optional<KnownBoards> boards;

    /** @param boards absent on a server that knows no boards */
    ProposalRoute(Optional<KnownBoards> boards) {
        this.boards = boards;
    }

    /** The parameters that its query may have. */
    String[] query() {
        return boards.isPresent() ? new String[] {DRY_RUN} : new String[0];
    }

    CompletionStage<Reply> answer(Call call, Outcomes outcomes) {
        Preferences preferences = Preferences.of(call);
        String boardId = Members.requireBoardId(call.pathParameter("id"));
        boolean dryRun = isDryRun(call);
        return Bodies.json(call)
                .thenCompose(body -> patched(call, boardId, new Members(Bodies.object(body))))
                .thenCompose(members -> {
                    Optional<String> own = ownId(call, members);
                    PatchProposal proposal = proposal(boardId, members, own)
                            .sentBy(Optional.of(call.principal().name()));
                    call.requirePropose(proposal.worker());
                    if (dryRun) {
                        return boards.orElseThrow().judge(proposal).thenApply(verdict -> told(verdict, proposal));
                    }
                    Proposed proposed = Proposed.of(proposal);
                    return outcomes.ask(Request.of(proposal, own.isPresent()).in(call.trace()), preferences.patience())
                            .thenApply(outcome -> preferences.tell(proposed.told(outcome)));
                });
    }

    /** The members with the patch that a value stands for, where the sender leaves that to the contract. */
    private CompletionStage<Members> patched(Call call, String boardId, Members members) {
        members.refuseUnknown(MEMBERS);
        Optional<Json> value = members.read(fields -> fields.optionalJson(VALUE));
        if (value.isEmpty()) {
            if (members.json(PATH).isPresent()) {
                throw Bodies.bad(
                        "Expected a value besides, which goes to the path, but got none. The operations of a patch have"
                                + " paths of their own.",
                        Optional.of("/" + PATH));
            }
            return CompletableFuture.completedFuture(members);
        }
        if (members.json("patch").isPresent() || members.json("invocationId").isPresent()) {
            throw Bodies.bad(
                    "Expected a value alone, which a worker sends unasked, but got a patch or an invocationId besides.",
                    Optional.of("/" + VALUE));
        }
        KnownBoards known = boards.orElseThrow(() -> Bodies.bad(
                "Expected a patch: this server reads no boards, and cannot tell where a value goes. Send it to one that"
                        + " does, such as \"patchboard up\" or \"patchboard server\".",
                Optional.of("/" + VALUE)));
        String worker = worker(members);
        call.requirePropose(worker);
        Optional<String> path = members.read(fields -> fields.optionalString(PATH));
        return known.message(boardId, worker, path, value.get()).thenApply(patch -> members.with("patch", patch));
    }

    private static String worker(Members members) {
        return Members.requireId("worker", members.read(fields -> fields.string("worker")));
    }

    private static boolean isDryRun(Call call) {
        String value = call.query(DRY_RUN).orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            throw Bodies.bad("Expected true or false as dryRun, but got \"" + value + "\".", Optional.empty());
        }
        return value.equals("true");
    }

    /** As the outcome itself would be told, and that it is none. */
    private static Reply told(KnownBoards.Verdict verdict, PatchProposal proposal) {
        LogEntry entry = Verdicts.told(verdict.outcome());
        if (Proposed.of(proposal).isRefused(entry)) {
            throw Verdicts.rejected(entry.header(), (RejectedEvent) entry.event())
                    .withAll(verdict.more())
                    .asException();
        }
        return Verdicts.reply(entry, verdict.more());
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
        String worker = worker(members);
        PatchProposal said = members.read(fields -> new PatchProposal(
                own.orElseGet(() -> "p-" + UUID.randomUUID()),
                boardId,
                worker,
                fields.optionalString("invocationId"),
                fields.jsonOrNull("patch"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalString("error"),
                fields.optionalRecord("failure", Failure::read),
                PatchProposal.viewHash(fields)));
        if (!members.says()) {
            throw Bodies.bad(
                    "Expected one of " + String.join(", ", Members.SAYING)
                            + " in a proposal, or a value in place of a patch, but got none.",
                    Optional.of("/patch"));
        }
        return said.signed(members.signature("proposalId", own));
    }
}
