package io.patchboard.gateway.http.outcome;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import java.util.Optional;

/** By what a request and its outcome are known to belong together. */
public record RequestKey(Kind kind, String boardId, String id) {

    /** The ids of commands and those of proposals have nothing to do with each other. */
    public enum Kind {
        COMMAND,
        PROPOSAL
    }

    public static RequestKey proposal(String boardId, String id) {
        return new RequestKey(Kind.PROPOSAL, boardId, id);
    }

    public static RequestKey command(String boardId, String id) {
        return new RequestKey(Kind.COMMAND, boardId, id);
    }

    public static RequestKey of(PatchProposal proposal) {
        return proposal(proposal.boardId(), proposal.proposalId());
    }

    /** Whose outcome an entry is; absent if it is nobody's. Of commands, only those that create boards are asked for. */
    static Optional<RequestKey> decidedBy(LogEntry entry) {
        String board = entry.boardId();
        if (entry instanceof PatchCommitted committed) {
            return Optional.of(proposal(board, committed.proposalId()));
        } else if (entry instanceof PatchRejected rejected) {
            return rejected.proposalId().map(id -> proposal(board, id));
        } else if (entry instanceof BoardCreated created) {
            return Optional.of(command(board, created.commandId()));
        } else if (entry instanceof CommandRejected rejected) {
            return rejected.commandId().map(id -> command(board, id));
        }
        return Optional.empty();
    }
}
