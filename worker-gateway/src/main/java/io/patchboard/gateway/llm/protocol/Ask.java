package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * What one request asks.
 *
 * @param model what the provider calls it
 * @param system what stays the same from one question to the next
 * @param user what changes
 * @param images that go with what changes
 * @param tools that the model may call
 * @param schema that the answer shall meet
 * @param stream whether the answer shall come in pieces
 * @param home whether the endpoint is the provider's own, and not one that speaks like it
 */
public record Ask(
        String model,
        String system,
        String user,
        List<Image> images,
        Toolkit tools,
        Optional<JsonObject> schema,
        Optional<BigDecimal> temperature,
        Optional<Integer> maxOutputTokens,
        boolean stream,
        boolean home) {}
