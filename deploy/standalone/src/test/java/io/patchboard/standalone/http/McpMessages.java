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
import java.util.Map;

/** Judges messages of a server by the schemas that the protocol publishes. */
final class McpMessages {

    static final ObjectMapper JSON = new ObjectMapper();
    static final String STATELESS = "2026-07-28";
    static final String WITH_SESSIONS = "2025-11-25";

    /** What the result of a method is called. */
    private static final Map<String, String> RESULTS = Map.ofEntries(
            Map.entry("initialize", "InitializeResult"),
            Map.entry("ping", "EmptyResult"),
            Map.entry("resources/subscribe", "EmptyResult"),
            Map.entry("resources/unsubscribe", "EmptyResult"),
            Map.entry("server/discover", "DiscoverResult"),
            Map.entry("subscriptions/listen", "SubscriptionsListenResult"),
            Map.entry("tools/list", "ListToolsResult"),
            Map.entry("tools/call", "CallToolResult"),
            Map.entry("resources/list", "ListResourcesResult"),
            Map.entry("resources/templates/list", "ListResourceTemplatesResult"),
            Map.entry("resources/read", "ReadResourceResult"),
            Map.entry("prompts/list", "ListPromptsResult"),
            Map.entry("prompts/get", "GetPromptResult"),
            Map.entry("completion/complete", "CompleteResult"));

    private final Map<String, Validator> validators = Map.of(
            STATELESS, validator(STATELESS),
            WITH_SESSIONS, validator(WITH_SESSIONS));

    private static Validator validator(String revision) {
        Validator validator = new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory())
                .createValidator();
        validator.registerSchema(URI.create("urn:mcp:" + revision), resource("schema-" + revision + ".json"));
        return validator;
    }

    static JsonNode resource(String name) {
        try (InputStream text = McpMessages.class.getResourceAsStream("/mcp/" + name)) {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer, to a request of this method. */
    JsonNode requireAnswer(String revision, String method, JsonNode message) {
        if (message.has("error")) {
            // The schema wants an id or nothing; the error itself is the same in both.
            require(revision, "Error", message.get("error"));
        } else {
            require(revision, RESULTS.get(method), message.get("result"));
            ObjectNode whole = message.deepCopy();
            require(revision, "JSONRPCResultResponse", whole);
        }
        return message;
    }

    JsonNode requireNotification(String revision, JsonNode message) {
        require(revision, "ServerNotification", withoutEnvelope(message));
        return message;
    }

    private static JsonNode withoutEnvelope(JsonNode message) {
        return message.deepCopy();
    }

    private void require(String revision, String definition, JsonNode value) {
        Validator.Result result =
                validators.get(revision).validate(URI.create("urn:mcp:" + revision + "#/$defs/" + definition), value);
        assertThat(result.isValid())
                .as(() -> definition + " of " + revision + ": " + value + "\n"
                        + result.getErrors().stream()
                                .map(error -> error.getInstanceLocation() + " " + error.getError())
                                .toList())
                .isTrue();
    }
}
