package io.patchboard.standalone.http;

import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.Summary;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What is said of a board because of the boards below it. */
final class ChildBoardStatus {

    private static final int MOST = 20;

    private ChildBoardStatus() {}

    /** For a list: with member {@code decisionsBelow}, left out where there are none. */
    static Function<Summary, JsonObject> briefs(BoardModel boards, List<Summary> listed) {
        Map<String, Long> below = boards.indexes()
                .decisionsBelow(listed.stream()
                        .filter(board -> !board.phase().ended())
                        .map(Summary::boardId)
                        .toList());
        return board -> {
            JsonObject brief = BoardStatus.brief(board);
            Long decisions = below.get(board.boardId());
            return decisions == null ? brief : brief.with("decisionsBelow", Json.of(decisions));
        };
    }

    /**
     * A status with member {@code needsPersonBelow}: what boards below wait for, and hold this one up with that, as it
     * stands in the inbox but for the patches; left out where there is nothing.
     */
    static JsonObject with(JsonObject status, String boardId, BoardModel boards) {
        List<JsonObject> waiting = boards.indexes().needingPersonBelow(boardId, MOST).stream()
                .flatMap(below ->
                        InboxRoutes.items(boards, below, Optional.empty()).map(BoardStatus::withoutPatch))
                .toList();
        return waiting.isEmpty() ? status : status.with("needsPersonBelow", JsonArray.copyOf(waiting));
    }
}
