package io.patchboard.standalone.http;

import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.Summary;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.function.Function;

/** What is said of a board because of the boards below it. */
final class ChildBoardStatus {

    private static final int MOST = 20;

    private ChildBoardStatus() {}

    /** For a list of many: with member {@code decisionsBelow}, left out where there are none. */
    static Function<Summary, JsonObject> briefs(BoardModel boards) {
        return boards.countThatNeedPerson() == 0 ? BoardStatus::brief : board -> brief(board, boards);
    }

    private static JsonObject brief(Summary board, BoardModel boards) {
        JsonObject brief = BoardStatus.brief(board);
        long below = board.phase().ended() ? 0 : boards.indexes().decisionsBelow(board.boardId());
        return below == 0 ? brief : brief.with("decisionsBelow", Json.of(below));
    }

    /**
     * A status with member {@code needsPersonBelow}: what boards below wait for, and hold this one up with that, as it
     * stands in the inbox; left out where there is nothing.
     */
    static JsonObject with(JsonObject status, String boardId, BoardModel boards) {
        List<JsonObject> waiting = boards.indexes().needingPersonBelow(boardId, MOST).stream()
                .flatMap(below -> BoardStatus.needsPerson(boards, below))
                .toList();
        return waiting.isEmpty() ? status : status.with("needsPersonBelow", JsonArray.copyOf(waiting));
    }
}
