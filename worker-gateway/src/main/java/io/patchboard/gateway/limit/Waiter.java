package io.patchboard.gateway.limit;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/** An invocation that waits for a limit. */
public record Waiter(String boardId, String worker) {

    static Waiter read(Fields fields) {
        return new Waiter(fields.string("boardId"), fields.string("worker"));
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("boardId", boardId)
                .put("worker", worker)
                .build();
    }
}
