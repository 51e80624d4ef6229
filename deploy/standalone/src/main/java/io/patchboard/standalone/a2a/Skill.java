package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A published blueprint, as something that can be asked for.
 *
 * @param document of its latest version
 */
record Skill(String name, JsonObject document) {

    /** The one that every server has: a board by a blueprint that the caller brings. */
    static final String ANY = "board";

    static final String JSON = "application/json";
    static final String TEXT = "text/plain";

    private static final int MOST_SCHEMA_CHARS = 1_000;

    /** Takes a blueprint in the message. */
    static JsonObject any() {
        return json(
                ANY,
                "A board by a blueprint of your own. Send one data part: {\"blueprint\": ..., \"input\": ...}, where"
                        + " blueprint is a document or the name of a published one.",
                List.of("blackboard"),
                List.of(JSON));
    }

    JsonObject json() {
        Set<String> roles = document.object("workers").names();
        String schema = document.get("input")
                .map(input -> " Its input, as one data part, is described by "
                        + Cut.shortened(JsonWriter.compact(input), MOST_SCHEMA_CHARS))
                .orElse(" It takes any input, as one data part.");
        return json(
                name,
                "A board by the blueprint " + name + ", on which work: " + String.join(", ", roles) + "." + schema,
                Stream.concat(Stream.of("blackboard"), roles.stream()).toList(),
                takesText() ? List.of(JSON, TEXT) : List.of(JSON));
    }

    private static JsonObject json(String id, String description, List<String> tags, List<String> inputModes) {
        return JsonObject.builder()
                .put("id", id)
                .put("name", id)
                .put("description", description)
                .put("tags", JsonArray.ofStrings(tags))
                .put("inputModes", JsonArray.ofStrings(inputModes))
                .put("outputModes", JsonArray.of(Json.of(JSON)))
                .build();
    }

    boolean takesText() {
        return document.get("input").isEmpty()
                || isString(input())
                || textMember().isPresent();
    }

    /** The input that a text stands for: the only string that the blueprint asks for, or all of it. */
    Optional<Json> ofText(String text) {
        if (isString(input())) {
            return Optional.of(Json.of(text));
        }
        return document.get("input").isEmpty()
                ? Optional.of(JsonObject.of("text", Json.of(text)))
                : textMember().map(member -> JsonObject.of(member, Json.of(text)));
    }

    private JsonObject input() {
        return document.object("input");
    }

    private Optional<String> textMember() {
        Map<String, Json> properties = input().object("properties").members();
        List<String> required = input().get("required").orElse(Json.nul()) instanceof JsonArray names
                ? names.stream()
                        .filter(JsonString.class::isInstance)
                        .map(name -> ((JsonString) name).value())
                        .toList()
                : List.of();
        List<String> asked = required.isEmpty() ? List.copyOf(properties.keySet()) : required;
        return asked.size() == 1 && properties.containsKey(asked.get(0)) && isString(properties.get(asked.get(0)))
                ? Optional.of(asked.get(0))
                : Optional.empty();
    }

    private static boolean isString(Json schema) {
        return schema instanceof JsonObject object && object.text("type").equals("string");
    }
}
