package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.Image;
import io.patchboard.gateway.llm.protocol.Toolkit;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What a model is asked.
 *
 * @param system what stays the same from one question to the next comes first, so that the provider can keep it in its
 *     cache; not blank
 * @param user what changes; not blank
 * @param images that go with it; a model that is not said to see them is not shown them
 * @param schema JSON Schema that the answer shall meet, an object at its root, within what providers understand
 * @param tools that it may call before it answers
 */
public record ChatPrompt(String system, String user, List<Image> images, Optional<JsonObject> schema, Toolkit tools) {

    public ChatPrompt {
        images = List.copyOf(images);
    }

    public ChatPrompt(String system, String user, Optional<JsonObject> schema) {
        this(system, user, List.of(), schema, Toolkit.NONE);
    }

    public static ChatPrompt of(String system, String user) {
        return new ChatPrompt(system, user, Optional.empty());
    }

    /** SHA-256, in hexadecimal digits, of what is the same for all questions to one role. */
    public String prefixHash() {
        StringBuilder prefix = new StringBuilder(system);
        tools.offers().forEach(offer -> prefix.append('\n').append(offer));
        return CanonicalJson.sha256(prefix.toString().getBytes(StandardCharsets.UTF_8));
    }

    public ChatPrompt withTools(Toolkit other) {
        return new ChatPrompt(system, user, images, schema, other);
    }

    public ChatPrompt withImages(List<Image> others) {
        return new ChatPrompt(system, user, others, schema, tools);
    }
}
