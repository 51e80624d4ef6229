package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.Fields;
import java.util.Optional;

/**
 * What a model wants of a tool.
 *
 * @param id by which the provider tells the calls of one answer apart; may be empty
 * @param arguments as the model wrote them
 */
public record ToolCall(String id, String name, String arguments) {

    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);

    JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("name", name)
                .put("arguments", arguments)
                .build();
    }

    static ToolCall read(Fields fields) {
        return new ToolCall(fields.string("id"), fields.string("name"), fields.string("arguments"));
    }

    /** The arguments; none of them are empty arguments, and what is no JSON object is absent. */
    public Optional<JsonObject> read() {
        if (arguments.isBlank()) {
            return Optional.of(JsonObject.EMPTY);
        }
        try {
            return READER.read(arguments) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }
}
