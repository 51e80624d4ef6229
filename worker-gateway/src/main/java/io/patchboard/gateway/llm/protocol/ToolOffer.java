package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.JsonObject;

/**
 * A tool, as a model is told of it.
 *
 * @param name letters, digits, {@code _} and {@code -}, which all providers take
 * @param input JSON Schema of its arguments, an object at its root
 */
public record ToolOffer(String name, String description, JsonObject input) {}
