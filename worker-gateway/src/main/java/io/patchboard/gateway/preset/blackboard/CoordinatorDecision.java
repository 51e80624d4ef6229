package io.patchboard.gateway.preset.blackboard;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import java.util.Optional;

/**
 * What a coordinator said, read as leniently as the original reads it: text with or without code fences, members that
 * are missing or of another type. In strict mode the kernel has refused most of that before.
 *
 * @param nextAgent as it was written, known or not
 */
record CoordinatorDecision(
        boolean terminate, Optional<String> nextAgent, Optional<String> instruction, Optional<String> reason) {

    private static final String FENCE = "```";

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT.withMaxDepth(100));

    /** @return absent if it is no JSON object */
    static Optional<CoordinatorDecision> read(Json said) {
        Optional<Json> value = said instanceof JsonString text ? parse(text.value()) : Optional.of(said);
        return value.filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .map(object -> new CoordinatorDecision(
                        object.get("terminate").map(CoordinatorDecision::isTrue).orElse(false),
                        text(object, "next_agent"),
                        text(object, "instruction").filter(instruction -> !instruction.isEmpty()),
                        text(object, "reason").filter(reason -> !reason.isEmpty())));
    }

    private static Optional<Json> parse(String text) {
        try {
            return Optional.of(READER.read(withoutFences(text.strip())));
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private static String withoutFences(String text) {
        if (!text.startsWith(FENCE)) {
            return text;
        }
        String body =
                text.contains("\n") ? text.substring(text.indexOf('\n') + 1).strip() : "";
        while (body.endsWith(FENCE)) {
            body = body.substring(0, body.length() - FENCE.length()).strip();
        }
        return body;
    }

    /** As Python's {@code bool()}: everything but null, false, zero and what is empty. So {@code "false"} is true. */
    private static boolean isTrue(Json value) {
        return switch (value) {
            case JsonBoolean bool -> bool.value();
            case JsonNumber number -> number.value().signum() != 0;
            case JsonString text -> !text.value().isEmpty();
            case JsonArray array -> !array.isEmpty();
            case JsonObject object -> !object.isEmpty();
            case JsonNull nothing -> false;
        };
    }

    private static Optional<String> text(JsonObject object, String name) {
        return object.get(name)
                .filter(value -> !value.isNull())
                .map(value -> value instanceof JsonString string ? string.value() : value.toString());
    }
}
