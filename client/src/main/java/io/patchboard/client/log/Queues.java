package io.patchboard.client.log;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Event;
import java.util.HashSet;
import java.util.Set;

/** Which queues a board's workers are invoked through. */
final class Queues {

    private static final String DEFAULT_QUEUE = "default";

    private Queues() {}

    /** None where the entry brings the board no blueprint. */
    static Set<String> of(Event event) {
        return switch (event) {
            case BoardCreated created -> of(created.blueprint());
            case BlueprintAmended amended -> of(amended.blueprint());
            default -> Set.of();
        };
    }

    private static Set<String> of(Json blueprint) {
        Set<String> queues = new HashSet<>();
        if (member(blueprint, "workers") instanceof JsonObject workers) {
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
