package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import java.util.List;

/**
 * A tool.
 *
 * @param required which of the properties there have to be
 * @param effect what it does to a board
 */
record Tool(
        String name,
        String title,
        String description,
        JsonObject properties,
        List<String> required,
        Effect effect,
        Work work) {

    /** What a tool does at most. */
    enum Effect {
        READS,
        ADDS,
        CHANGES
    }

    /** What it does; the result is shown to the model. */
    @FunctionalInterface
    interface Work {
        Json run(Arguments arguments, Caller caller) throws RefusedException, InterruptedException;
    }

    Tool {
        required = List.copyOf(required);
    }

    JsonObject definition() {
        return JsonObject.builder()
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put(
                        "inputSchema",
                        JsonObject.builder()
                                .put("type", "object")
                                .put("properties", properties)
                                .put("required", JsonArray.ofStrings(required))
                                .put("additionalProperties", false)
                                .build())
                .put(
                        "annotations",
                        JsonObject.builder()
                                .put("readOnlyHint", effect == Effect.READS)
                                .put("destructiveHint", effect == Effect.CHANGES)
                                .put("openWorldHint", false)
                                .build())
                .build();
    }

    Tool with(JsonObject other, List<String> needed) {
        return new Tool(name, title, description, other, needed, effect, work);
    }

    static JsonObject text(String description) {
        return typed("string", description);
    }

    static JsonObject number(String description) {
        return typed("integer", description).with("minimum", Json.of(0));
    }

    static JsonObject typed(String type, String description) {
        return JsonObject.builder()
                .put("type", type)
                .put("description", description)
                .build();
    }

    static JsonObject oneOf(List<String> values, String description) {
        return text(description).with("enum", JsonArray.ofStrings(values));
    }
}
