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
     * A status with member {@code needsPersonBelow}: which boards below wait for a person, and hold this one up with
     * that; left out where there are none.
     */
    static JsonObject with(JsonObject status, String boardId, BoardModel boards) {
        List<String> waiting = boards.indexes().needingPersonBelow(boardId, MOST);
        return waiting.isEmpty() ? status : status.with("needsPersonBelow", JsonArray.ofStrings(waiting));
    }
}
