package io.patchboard.standalone.a2a;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller's message says.
 *
 * @param id that makes a repeated message count once
 * @param task the task that it is for; absent where it begins one
 * @param skill the skill that it asks for, in its metadata or the request's
 * @param data of its data parts
 * @param text of its text parts, if it has any
 */
record Given(
        String id,
        Optional<String> task,
        Optional<String> context,
        Optional<String> skill,
        List<Json> data,
        Optional<String> text) {

    static final String SKILL = "skillId";

    private static final int MOST_PARTS = 100;
    private static final int ID_CHARS = 40;
    private static final Set<String> CONTENTS = Set.of("text", "data", "raw", "url");

    static Given of(JsonObject params) throws A2aException {
        if (!(params.get("message").orElse(Json.nul()) instanceof JsonObject message)) {
            throw A2aException.invalid("Expected an object message, but got none.");
        }
        if (message.text("messageId").isEmpty()) {
            throw A2aException.invalid("Expected a messageId, a string of your own for each message, but got none.");
        }
        if (!message.text("role").equals("ROLE_USER")) {
            throw A2aException.invalid("Expected a message of the role ROLE_USER, but got another or none.");
        }
        List<Json> data = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Json part : parts(message)) {
            read(part, data, texts);
        }
        requireOutput(params.object("configuration"));
        return new Given(
                "a2a-" + CanonicalJson.sha256(message).substring(0, ID_CHARS),
                optional(message, "taskId"),
                optional(message, "contextId"),
                optional(message.object("metadata"), SKILL).or(() -> optional(params.object("metadata"), SKILL)),
                data,
                texts.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", texts)));
    }

    private static JsonArray parts(JsonObject message) throws A2aException {
        if (message.get("parts").orElse(Json.nul()) instanceof JsonArray parts
                && !parts.isEmpty()
                && parts.size() <= MOST_PARTS) {
            return parts;
        }
        throw A2aException.invalid("Expected 1 to " + MOST_PARTS + " parts of the message, but got none or more.");
    }

    private static void read(Json json, List<Json> data, List<String> texts) throws A2aException {
        if (!(json instanceof JsonObject part)
                || part.names().stream().filter(CONTENTS::contains).count() != 1) {
            throw A2aException.invalid(
                    "Expected parts that have one of text, data, raw and url each, but got another.");
        }
        String type = part.text("mediaType");
        if (part.get("text").orElse(Json.nul()) instanceof JsonString text
                && (type.isEmpty() || type.startsWith("text/"))) {
            texts.add(text.value());
        } else if (part.has("data") && (type.isEmpty() || type.equals(Skill.JSON))) {
            data.add(part.get("data").orElse(Json.nul()));
        } else if (part.has("text") && type.isEmpty()) {
            throw A2aException.invalid("Expected a string as the text of a part, but got another value.");
        } else {
            throw new A2aException(
                    Fault.CONTENT_TYPE_NOT_SUPPORTED,
                    "Expected data parts of " + Skill.JSON + " or text parts, but got another: files are not taken.");
        }
    }

    /** What boards give is JSON. */
    private static void requireOutput(JsonObject configuration) throws A2aException {
        if (configuration.get("acceptedOutputModes").orElse(Json.nul()) instanceof JsonArray modes
                && !modes.isEmpty()
                && modes.stream()
                        .noneMatch(mode -> mode instanceof JsonString text
                                && Set.of(Skill.JSON, "application/*", "*/*").contains(text.value()))) {
            throw new A2aException(
                    Fault.CONTENT_TYPE_NOT_SUPPORTED,
                    "Expected " + Skill.JSON + " among the acceptedOutputModes, as results are of it, but it is not.");
        }
    }

    static Optional<String> optional(JsonObject of, String name) {
        return Optional.of(of.text(name)).filter(text -> !text.isEmpty());
    }
}
