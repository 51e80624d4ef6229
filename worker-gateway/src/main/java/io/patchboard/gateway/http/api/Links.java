package io.patchboard.gateway.http.api;

import io.patchboard.record.PatchProposal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Paths of this API. */
final class Links {

    private Links() {}

    static String board(String boardId) {
        return "/v1/boards/" + segment(boardId);
    }

    static String proposal(PatchProposal proposal) {
        return board(proposal.boardId()) + "/proposals/" + segment(proposal.proposalId()) + "?worker="
                + segment(proposal.worker())
                + proposal.invocationId()
                        .map(id -> "&invocationId=" + segment(id))
                        .orElse("");
    }

    static String command(String boardId, String commandId) {
        return board(boardId) + "/commands/" + segment(commandId);
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
