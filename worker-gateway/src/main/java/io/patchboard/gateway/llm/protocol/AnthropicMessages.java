package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Messages, as Anthropic has them. The system's message is marked for its cache. */
public final class AnthropicMessages implements Protocol {

    /** A number is demanded; a small one ends many a patch in the middle. */
    private static final int MAX_TOKENS = 8_192;

    @Override
    public String path(Ask ask) {
        return "/messages";
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        String version = "2023-06-01";
        return key.map(secret -> Map.of("anthropic-version", version, "x-api-key", secret))
                .orElse(Map.of("anthropic-version", version));
    }

    @Override
    public JsonObject body(Ask ask) {
        JsonObject cached = text(ask.system()).with("cache_control", JsonObject.of("type", Json.of("ephemeral")));
        JsonObject user = JsonObject.builder()
                .put("role", "user")
                .put("content", JsonArray.of(text(ask.user())))
                .build();
        JsonObject.Builder body = JsonObject.builder()
                .put("model", ask.model())
                .put("max_tokens", ask.maxOutputTokens().orElse(MAX_TOKENS))
                .put("system", JsonArray.of(cached))
                .put("messages", JsonArray.of(user))
                .putIfPresent("temperature", ask.temperature().map(JsonNumber::of))
                .putIfPresent("output_config", ask.schema().map(AnthropicMessages::format));
        if (ask.stream()) {
            body.put("stream", true);
        }
        return body.build();
    }

    private static JsonObject text(String text) {
        return JsonObject.builder().put("type", "text").put("text", text).build();
    }

    private static JsonObject format(JsonObject schema) {
        return JsonObject.of(
                "format",
                JsonObject.builder()
                        .put("type", "json_schema")
                        .put("schema", schema)
                        .build());
    }

    /** Schemas that leave something open are refused. */
    @Override
    public boolean takes(JsonObject schema) {
        return SchemaFit.isClosed(schema);
    }

    @Override
    public Reading read(JsonObject response) {
        if (!(response.get("content").orElse(Json.nul()) instanceof JsonArray)) {
            return new Reading.Unreadable(response.toString(), tokens(response));
        }
        Fold fold = new Fold();
        fold.tokens(tokens(response));
        fold.model(Parts.text(response, "model"));
        fold.finish(Parts.text(response, "stop_reason"));
        Parts.objects(response, "content").forEach(block -> block(block, fold));
        return fold.whole("end_turn", "max_tokens");
    }

    private static void block(JsonObject block, Fold fold) {
        switch (Parts.text(block, "type").orElse("")) {
            case "text" -> Parts.text(block, "text").ifPresent(fold::text);
            case "tool_use" -> fold.toolCalled();
            default -> {
                // Thoughts, and whatever comes next.
            }
        }
    }

    @Override
    public Reading read(List<JsonObject> events, boolean done) {
        Fold fold = new Fold();
        events.forEach(event -> event(event, fold));
        return fold.ofStream(done, "end_turn", "max_tokens");
    }

    private void event(JsonObject event, Fold fold) {
        fold.tokens(tokens(event));
        switch (Parts.text(event, "type").orElse("")) {
            case "message_start" ->
                fold.model(Parts.object(event, "message").flatMap(message -> Parts.text(message, "model")));
            case "content_block_start" -> Parts.object(event, "content_block").ifPresent(block -> block(block, fold));
            case "content_block_delta" ->
                Parts.object(event, "delta")
                        .flatMap(delta -> Parts.text(delta, "text"))
                        .ifPresent(fold::text);
            case "message_delta" ->
                fold.finish(Parts.object(event, "delta").flatMap(delta -> Parts.text(delta, "stop_reason")));
            case "message_stop" -> fold.end();
            default -> {
                // Pings, and whatever comes next.
            }
        }
    }

    /** Its input tokens leave out those of the cache. */
    @Override
    public TokenCount tokens(JsonObject response) {
        Optional<JsonObject> usage = Parts.object(response, "usage")
                .or(() -> Parts.object(response, "message").flatMap(message -> Parts.object(message, "usage")));
        long read = Parts.count(usage, "cache_read_input_tokens");
        long written = Parts.count(usage, "cache_creation_input_tokens");
        return new TokenCount(
                Parts.count(usage, "input_tokens") + read + written,
                read,
                written,
                Parts.count(usage, "output_tokens"));
    }
}
