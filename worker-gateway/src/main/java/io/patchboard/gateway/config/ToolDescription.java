package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * What a tool is, to who calls it.
 *
 * @param description what it does, and when it is not the one to use
 * @param input JSON Schema of its arguments
 * @param output JSON Schema of its results; anything where there is none
 */
public record ToolDescription(String name, String description, JsonObject input, Optional<JsonObject> output) {}
