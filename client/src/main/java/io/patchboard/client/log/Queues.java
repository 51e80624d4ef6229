package io.patchboard.client.log;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardCreated;
import java.util.HashSet;
import java.util.Set;

/** Which queues a board's workers are invoked through. */
final class Queues {

    private static final String DEFAULT_QUEUE = "default";

    private Queues() {}

    static Set<String> of(BoardCreated created) {
        Set<String> queues = new HashSet<>();
        if (member(created.blueprint(), "workers") instanceof JsonObject workers) {
            for (Json worker : workers.members().values()) {
                queues.add(member(worker, "queue") instanceof JsonString name ? name.value() : DEFAULT_QUEUE);
            }
        }
        return queues;
    }

    private static Json member(Json value, String name) {
        return value instanceof JsonObject object ? object.get(name).orElse(Json.nul()) : Json.nul();
    }
}
