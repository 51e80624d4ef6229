package io.patchboard.gateway.http.api;

import static io.patchboard.calls.HttpCaller.encoded;

import io.patchboard.record.PatchProposal;

/** Paths of this API. */
final class Links {

    private Links() {}

    static String board(String boardId) {
        return "/v1/boards/" + encoded(boardId);
    }

    static String proposal(PatchProposal proposal) {
        return board(proposal.boardId()) + "/proposals/" + encoded(proposal.proposalId()) + "?worker="
                + encoded(proposal.worker())
                + proposal.invocationId()
                        .map(id -> "&invocationId=" + encoded(id))
                        .orElse("");
    }

    static String command(String boardId, String commandId) {
        return board(boardId) + "/commands/" + encoded(commandId);
    }
}
