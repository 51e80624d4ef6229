package io.patchboard.gateway.http.outcome;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.ProposalKey;
import java.util.Optional;

/**
 * By what a request and its outcome are known to belong together.
 *
 * @param proposal absent for a command, and for any proposal of that id
 */
public record RequestKey(Kind kind, String boardId, String id, Optional<ProposalKey> proposal) {

    /** The ids of commands and those of proposals have nothing to do with each other. */
    public enum Kind {
        COMMAND,
        PROPOSAL
    }

    /** Whoever's proposal has that id. */
    public static RequestKey proposal(String boardId, String id) {
        return new RequestKey(Kind.PROPOSAL, boardId, id, Optional.empty());
    }

    public static RequestKey command(String boardId, String id) {
        return new RequestKey(Kind.COMMAND, boardId, id, Optional.empty());
    }

    public static RequestKey of(PatchProposal proposal) {
        return proposal(proposal.boardId(), ProposalKey.of(proposal));
    }

    public static RequestKey proposal(String boardId, ProposalKey key) {
        return new RequestKey(Kind.PROPOSAL, boardId, key.proposalId(), Optional.of(key));
    }

    /** The same id, whoever uses it. */
    RequestKey ofAnybody() {
        return new RequestKey(kind, boardId, id, Optional.empty());
    }

    /** Whether the other is this request, or one of those that this may be. */
    boolean covers(RequestKey other) {
        return equals(proposal.isPresent() ? other : other.ofAnybody());
    }

    /**
     * Whose outcome an entry is; absent if it is nobody's. Of commands, only those that create boards are asked for.
     */
    static Optional<RequestKey> decidedBy(LogEntry entry) {
        String board = entry.boardId();
        return switch (entry.event()) {
            case BoardCreated created -> Optional.of(command(board, created.commandId()));
            case CommandRejected rejected -> rejected.commandId().map(id -> command(board, id));
            default -> ProposalKey.of(entry.event()).map(key -> proposal(board, key));
        };
    }
}
