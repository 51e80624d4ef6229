package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Set;

/** Judges messages of a server by the schemas that the Agent2Agent protocol publishes. */
final class A2aMessages {

    static final ObjectMapper JSON = new ObjectMapper();
    private static final String BASE = "https://schemas.test/";
    private static final Set<String> GOOGLES = Set.of("Struct", "Timestamp", "Value");

    private final Validator validator = new ValidatorFactory()
            .withJsonNodeFactory(new JacksonNode.Factory())
            .createValidator();

    A2aMessages() {
        try (InputStream text = A2aMessages.class.getResourceAsStream("/a2a/schema-1.0.json")) {
            JSON.readTree(text).get("definitions").properties().forEach(definition -> {
                String name = definition.getKey().replace(" ", "");
                validator.registerSchema(uri(name), definition.getValue());
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URI uri(String name) {
        return URI.create(
                BASE + (GOOGLES.contains(name) ? "google.protobuf." : "lf.a2a.v1.") + name + ".jsonschema.json");
    }

    /** What the schema leaves open, the proto wants: names in camel case, and what is marked as required. */
    JsonNode require(String type, JsonNode value) {
        Validator.Result result = validator.validate(uri(type), value);
        assertThat(result.isValid())
                .as(() -> type + ": " + value + "\n"
                        + result.getErrors().stream()
                                .map(error -> error.getInstanceLocation() + " " + error.getError())
                                .toList())
                .isTrue();
        ObjectNode known = value.deepCopy();
        known.findParents("metadata").forEach(parent -> ((ObjectNode) parent).remove("metadata"));
        known.findParents("data").forEach(parent -> ((ObjectNode) parent).remove("data"));
        requireCamelCase(known);
        return value;
    }

    /** The one of this id. */
    static JsonNode named(JsonNode all, String id) {
        for (JsonNode each : all) {
            if (each.get("id").asText().equals(id)) {
                return each;
            }
        }
        throw new AssertionError("Expected " + id + " in " + all);
    }

    private static void requireCamelCase(JsonNode value) {
        value.fieldNames().forEachRemaining(name -> assertThat(name).doesNotContain("_"));
        value.forEach(A2aMessages::requireCamelCase);
    }
}
