package io.patchboard.gateway.http.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Paths of this API. */
final class Links {

    private Links() {}

    static String board(String boardId) {
        return "/v1/boards/" + segment(boardId);
    }

    static String proposal(String boardId, String proposalId) {
        return board(boardId) + "/proposals/" + segment(proposalId);
    }

    static String command(String boardId, String commandId) {
        return board(boardId) + "/commands/" + segment(commandId);
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
