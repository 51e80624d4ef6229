package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.api.KnownBoards;
import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Message;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.PatchProposal;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** What proposals would come to, from the read model; away from the server's own threads, as it reads from disk. */
final class BoardsAsKnown implements KnownBoards {

    private final FormerRoutes.Known model;
    private final Semaphore dryRuns;
    private final Semaphore reads;
    private final Semaphore waits;

    /**
     * @param dryRuns bounds how many judge at a time
     * @param reads bounds how many read at a time
     * @param waits bounds how many wait for a board at a time
     */
    BoardsAsKnown(FormerRoutes.Known model, Semaphore dryRuns, Semaphore reads, Semaphore waits) {
        this.model = model;
        this.dryRuns = dryRuns;
        this.reads = reads;
        this.waits = waits;
    }

    @Override
    public CompletionStage<Verdict> judge(PatchProposal proposal) {
        return ReadRoutes.away(dryRuns, () -> {
            BoardModel boards = model.of(proposal.boardId());
            FoundBoard.requireBeginning(boards, proposal.boardId());
            return boards.dryRun(proposal)
                    .map(verdict -> new Verdict(verdict.outcome(), verdict.toJson()))
                    .orElseThrow(() -> new ProblemException(
                            HttpStatus.INTERNAL_SERVER_ERROR,
                            "Expected a log that can be followed, but that of board \"" + proposal.boardId()
                                    + "\" is damaged; GET /v1/boards/{id} tells how."));
        });
    }

    /** Who has asked for a board elsewhere may speak to it at once, as by a patch, which the kernel has wait for it. */
    private void awaitCreated(BoardModel boards, String boardId) throws InterruptedException {
        if (boards.one(boardId, board -> true).isEmpty() && waits.tryAcquire()) {
            try {
                boards.awaitSequence(boardId, 1);
            } finally {
                waits.release();
            }
        }
    }

    @Override
    public CompletionStage<Json> message(String boardId, String worker, Optional<String> path, Json value) {
        return ReadRoutes.away(reads, () -> {
            BoardModel boards = model.of(boardId);
            awaitCreated(boards, boardId);
            Board board = FoundBoard.of(boards, boardId);
            try {
                return Message.patch(board.rules(), worker, path, value);
            } catch (IllegalArgumentException e) {
                throw ReadRoutes.bad(e.getMessage());
            }
        });
    }
}
