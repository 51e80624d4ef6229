package io.patchboard.gateway.llm;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * What a model is asked.
 *
 * @param system what stays the same from one question to the next comes first, so that the provider can keep it in its
 *     cache; not blank
 * @param user what changes; not blank
 * @param schema JSON Schema that the answer shall meet, an object at its root, within what providers understand
 */
public record ChatPrompt(String system, String user, Optional<JsonObject> schema) {

    public static ChatPrompt of(String system, String user) {
        return new ChatPrompt(system, user, Optional.empty());
    }
}
