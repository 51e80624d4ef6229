package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Messages, as Anthropic has them. The system's message is marked for its cache. */
public final class AnthropicMessages implements Protocol {

    /** A number is demanded; a small one ends many a patch in the middle. */
    private static final int MAX_TOKENS = 8_192;

    private static final String TOOL_USE = "tool_use";
    private static final String END = "message_stop";

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
        JsonObject.Builder body = JsonObject.builder()
                .put("model", ask.model())
                .put("max_tokens", ask.maxOutputTokens().orElse(MAX_TOKENS))
                .put("system", JsonArray.of(cached))
                .put("messages", messages(ask))
                .putIfPresent("temperature", ask.temperature().map(JsonNumber::of))
                .putIfPresent("output_config", ask.schema().map(AnthropicMessages::format));
        if (!ask.tools().isEmpty()) {
            body.put(
                            "tools",
                            JsonArray.copyOf(ask.tools().offers().stream()
                                    .map(AnthropicMessages::tool)
                                    .toList()))
                    .put(
                            "tool_choice",
                            JsonObject.of("type", Json.of(ask.tools().closed() ? "none" : "auto")));
        }
        if (ask.stream()) {
            body.put("stream", true);
        }
        return body.build();
    }

    private JsonArray messages(Ask ask) {
        List<Json> messages = new ArrayList<>();
        messages.add(message("user", question(ask)));
        for (ToolTurn turn : ask.tools().turnsFor(this)) {
            messages.add(message("assistant", turn.asked().messageFor(this).orElseGet(() -> said(turn.asked()))));
            messages.add(message("user", results(turn)));
        }
        return JsonArray.copyOf(messages);
    }

    private static JsonArray question(Ask ask) {
        List<Json> blocks = new ArrayList<>(List.of(text(ask.user())));
        for (Image image : ask.images()) {
            blocks.add(text(image.title()));
            blocks.add(JsonObject.builder()
                    .put("type", "image")
                    .put(
                            "source",
                            JsonObject.builder()
                                    .put("type", "base64")
                                    .put("media_type", image.type())
                                    .put("data", image.base64())
                                    .build())
                    .build());
        }
        return JsonArray.copyOf(blocks);
    }

    private static JsonObject message(String role, Json content) {
        return JsonObject.builder().put("role", role).put("content", content).build();
    }

    /** What was said in another protocol. */
    private static JsonArray said(ToolTurn.Asked asked) {
        List<Json> blocks = new ArrayList<>();
        if (!asked.text().isBlank()) {
            blocks.add(text(asked.text()));
        }
        asked.calls()
                .forEach(call -> blocks.add(JsonObject.builder()
                        .put("type", TOOL_USE)
                        .put("id", call.id())
                        .put("name", call.name())
                        .put("input", call.read().orElse(JsonObject.EMPTY))
                        .build()));
        return JsonArray.copyOf(blocks);
    }

    private static JsonArray results(ToolTurn turn) {
        List<Json> blocks = new ArrayList<>();
        for (int i = 0; i < turn.results().size(); i++) {
            blocks.add(JsonObject.builder()
                    .put("type", "tool_result")
                    .put("tool_use_id", turn.asked().calls().get(i).id())
                    .put("content", turn.results().get(i))
                    .build());
        }
        return JsonArray.copyOf(blocks);
    }

    private static JsonObject tool(ToolOffer tool) {
        return JsonObject.builder()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("input_schema", tool.input())
                .build();
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
        JsonPlace place = JsonPlace.of(response);
        if (!(place.into("content").value() instanceof JsonArray)) {
            return new Reading.Unreadable(response.toString(), tokens(response));
        }
        Fold fold = new Fold();
        fold.tokens(tokens(response));
        fold.model(place.text("model"));
        fold.finish(place.text("stop_reason"));
        place.items("content").forEach(block -> {
            block(block, fold);
            if (block.text("type").orElse("").equals(TOOL_USE)) {
                fold.call(new ToolCall(
                        block.text("id").orElse(""),
                        block.text("name").orElse(""),
                        block.into("input").value().toString()));
            }
        });
        return fold.whole("end_turn", "max_tokens", this, place.into("content").value());
    }

    private static void block(JsonPlace block, Fold fold) {
        switch (block.text("type").orElse("")) {
            case "text" -> block.text("text").ifPresent(fold::text);
            case TOOL_USE -> fold.toolCalled();
            default -> {
                // Thoughts, and whatever comes next.
            }
        }
    }

    @Override
    public Reading read(List<JsonObject> events, boolean done) {
        Fold fold = new Fold();
        events.forEach(event -> {
            fold.tokens(tokens(event));
            event(JsonPlace.of(event), fold);
        });
        return fold.ofStream(done, "end_turn", "max_tokens");
    }

    private static void event(JsonPlace event, Fold fold) {
        switch (event.text("type").orElse("")) {
            case "message_start" -> fold.model(event.into("message").text("model"));
            case "content_block_start" -> block(event.into("content_block"), fold);
            case "content_block_delta" -> event.into("delta").text("text").ifPresent(fold::text);
            case "message_delta" -> fold.finish(event.into("delta").text("stop_reason"));
            case END -> fold.end();
            default -> {
                // Pings, and whatever comes next.
            }
        }
    }

    @Override
    public boolean isLast(JsonObject event) {
        return JsonPlace.of(event).text("type").orElse("").equals(END);
    }

    /** Its input tokens leave out those of the cache. */
    @Override
    public TokenCount tokens(JsonObject response) {
        JsonPlace place = JsonPlace.of(response);
        JsonPlace usage = place.child("usage")
                .filter(JsonPlace::isObject)
                .orElseGet(() -> place.into("message").into("usage"));
        long read = usage.count("cache_read_input_tokens", 0);
        long written = usage.count("cache_creation_input_tokens", 0);
        return new TokenCount(
                usage.count("input_tokens", 0) + read + written, read, written, usage.count("output_tokens", 0));
    }
}
