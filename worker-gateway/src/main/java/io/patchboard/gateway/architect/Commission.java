package io.patchboard.gateway.architect;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an architect is asked for.
 *
 * @param request in words, of whoever runs the command; not blank
 * @param input that the board will be created with; data, whatever it says
 * @param envelope what the blueprint may grant at most, as the model is to know it
 * @param served the names of the workers that somebody serves; absent if nothing is known of that
 */
public record Commission(
        String request, Optional<JsonObject> input, Optional<Json> envelope, Optional<Set<String>> served) {

    public Commission {
        served = served.map(TreeSet::new).map(Collections::unmodifiableSet);
        if (request.isBlank()) {
            throw new IllegalArgumentException("Expected a request in words, but got none.");
        }
    }
}
