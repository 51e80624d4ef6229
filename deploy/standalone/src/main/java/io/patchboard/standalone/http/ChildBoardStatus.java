package io.patchboard.standalone.http;

import io.patchboard.client.model.BoardModel;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/** What a board's status says of the boards below it. */
final class ChildBoardStatus {

    private static final int MOST = 20;

    private ChildBoardStatus() {}

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
