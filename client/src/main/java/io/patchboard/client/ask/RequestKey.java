package io.patchboard.client.ask;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.RejectedEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By what a request and its outcome are known to belong together.
 *
 * @param id of the request; of one that the kernel cannot take as it is, the hash of what was sent
 * @param proposal absent for a command, and for any proposal of that id
 */
public record RequestKey(Kind kind, String boardId, String id, Optional<ProposalKey> proposal) {

    /** The ids of commands and those of proposals have nothing to do with each other. */
    public enum Kind {
        COMMAND,
        PROPOSAL,
        /** A proposal whose own id, or whose worker, can be no id; what the kernel repeats of it tells it. */
        UNNAMED_PROPOSAL
    }

    /** Whoever's proposal has that id. */
    public static RequestKey proposal(String boardId, String id) {
        return new RequestKey(Kind.PROPOSAL, boardId, id, Optional.empty());
    }

    public static RequestKey command(String boardId, String id) {
        return new RequestKey(Kind.COMMAND, boardId, id, Optional.empty());
    }

    public static RequestKey of(PatchProposal proposal) {
        return ProposalKey.isId(proposal.proposalId()) && ProposalKey.isId(proposal.worker())
                ? proposal(proposal.boardId(), ProposalKey.of(proposal))
                : unnamed(proposal.boardId(), hash(proposal.toJson()));
    }

    public static RequestKey proposal(String boardId, ProposalKey key) {
        return new RequestKey(Kind.PROPOSAL, boardId, key.proposalId(), Optional.of(key));
    }

    private static RequestKey unnamed(String boardId, String hash) {
        return new RequestKey(Kind.UNNAMED_PROPOSAL, boardId, hash, Optional.empty());
    }

    private static String hash(Json sent) {
        return CanonicalJson.sha256(JsonWriter.compactBytes(sent));
    }

    /** The same id, whoever uses it. */
    RequestKey ofAnybody() {
        return new RequestKey(kind, boardId, id, Optional.empty());
    }

    /** Whether the other is this request, or one of those that this may be. */
    private boolean covers(RequestKey other) {
        return equals(proposal.isPresent() ? other : other.ofAnybody());
    }

    /** Whether an entry is the outcome of this request. */
    boolean isDecidedBy(LogEntry entry) {
        return decidedBy(entry).stream().anyMatch(this::covers);
    }

    /** Whether another outcome of the same request may follow: of what a gate holds, or of an id that stays free. */
    static boolean mayBeFollowed(LogEntry outcome) {
        return outcome.event() instanceof PatchHeld || isOfNobody(outcome);
    }

    /** Whether it is nobody's, so that whoever sends that id has to hear of an outcome of his own. */
    static boolean isOfNobody(LogEntry outcome) {
        return outcome.event() instanceof RejectedEvent rejected
                && rejected.rejection().isOfNobody();
    }

    /** Whose outcome an entry is; none if it is nobody's, and two where it may have been sent under unusable ids. */
    static List<RequestKey> decidedBy(LogEntry entry) {
        String board = entry.boardId();
        return switch (entry.event()) {
            case CompensationStarted started ->
                started.requested().map(asked -> command(board, asked.commandId())).stream()
                        .toList();
            case CommandOutcome done -> List.of(command(board, done.commandId()));
            case Decided decided ->
                decided.requested().map(asked -> command(board, asked.commandId())).stream()
                        .toList();
            case BoardRestored restored ->
                restored.requested().map(asked -> command(board, asked.commandId())).stream()
                        .toList();
            case CommandRejected rejected ->
                rejected.commandId().map(id -> command(board, id)).stream().toList();
            default ->
                Stream.concat(
                                ProposalKey.of(entry.event()).map(key -> proposal(board, key)).stream(),
                                unnamed(entry).stream())
                        .toList();
        };
    }

    /** The kernel repeats such a proposal, or says its hash. */
    private static Optional<RequestKey> unnamed(LogEntry entry) {
        if (entry.event() instanceof PatchRejected rejected
                && (rejected.proposalId().isEmpty() || rejected.worker().isEmpty())
                && rejected.proposal().orElse(Json.nul()) instanceof JsonObject echo) {
            String hash = echo.get("sha256").orElse(Json.nul()) instanceof JsonString said ? said.value() : hash(echo);
            return Optional.of(unnamed(entry.boardId(), hash));
        }
        return Optional.empty();
    }
}
