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

/** Chat completions: OpenAI's own, and those of the many who speak like it. */
public final class ChatCompletions implements Protocol {

    @Override
    public String path(Ask ask) {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        return key.map(secret -> Map.of("Authorization", "Bearer " + secret)).orElse(Map.of());
    }

    @Override
    public JsonObject body(Ask ask) {
        JsonObject.Builder body = JsonObject.builder()
                .put("model", ask.model())
                .put("messages", messages(ask))
                .putIfPresent("temperature", ask.temperature().map(JsonNumber::of))
                // OpenAI's newer models know the limit by its newer name only; who is compatible knows the older one.
                .putIfPresent(
                        ask.home() ? "max_completion_tokens" : "max_tokens",
                        ask.maxOutputTokens().map(Json::of))
                .putIfPresent("response_format", ask.schema().map(ChatCompletions::format));
        if (!ask.tools().isEmpty()) {
            body.put(
                            "tools",
                            JsonArray.copyOf(ask.tools().offers().stream()
                                    .map(ChatCompletions::tool)
                                    .toList()))
                    .put("tool_choice", ask.tools().closed() ? "none" : "auto");
        }
        if (ask.stream()) {
            body.put("stream", true).put("stream_options", JsonObject.of("include_usage", Json.of(true)));
        }
        return body.build();
    }

    private static JsonObject message(String role, String content) {
        return JsonObject.builder().put("role", role).put("content", content).build();
    }

    private JsonArray messages(Ask ask) {
        List<Json> messages = new ArrayList<>();
        messages.add(message("system", ask.system()));
        messages.add(ask.images().isEmpty() ? message("user", ask.user()) : seen(ask));
        for (ToolTurn turn : ask.tools().turnsFor(this)) {
            ToolTurn.Asked asked = turn.asked();
            messages.add(asked.messageFor(this)
                    .orElseGet(() -> message("assistant", asked.text())
                            .with(
                                    "tool_calls",
                                    JsonArray.copyOf(asked.calls().stream()
                                            .map(ChatCompletions::call)
                                            .toList()))));
            for (int i = 0; i < asked.calls().size(); i++) {
                messages.add(message("tool", turn.results().get(i))
                        .with("tool_call_id", Json.of(asked.calls().get(i).id())));
            }
        }
        return JsonArray.copyOf(messages);
    }

    /** A question with images. */
    private static JsonObject seen(Ask ask) {
        List<Json> parts = new ArrayList<>(List.of(text(ask.user())));
        for (Image image : ask.images()) {
            parts.add(text(image.title()));
            parts.add(JsonObject.builder()
                    .put("type", "image_url")
                    .put("image_url", JsonObject.of("url", Json.of(image.dataUrl())))
                    .build());
        }
        return JsonObject.builder()
                .put("role", "user")
                .put("content", JsonArray.copyOf(parts))
                .build();
    }

    private static JsonObject text(String text) {
        return JsonObject.builder().put("type", "text").put("text", text).build();
    }

    private static JsonObject call(ToolCall call) {
        return function(JsonObject.builder()
                        .put("name", call.name())
                        .put("arguments", call.arguments())
                        .build())
                .with("id", Json.of(call.id()));
    }

    private static JsonObject tool(ToolOffer tool) {
        return function(JsonObject.builder()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.input())
                .build());
    }

    private static JsonObject function(JsonObject function) {
        return JsonObject.builder()
                .put("type", "function")
                .put("function", function)
                .build();
    }

    private static JsonObject format(JsonObject schema) {
        return JsonObject.builder()
                .put("type", "json_schema")
                .put(
                        "json_schema",
                        JsonObject.builder()
                                .put("name", "answer")
                                .put("strict", SchemaFit.isStrict(schema))
                                .put("schema", schema)
                                .build())
                .build();
    }

    @Override
    public Reading read(JsonObject response) {
        if (!first(response).into("message").isObject()) {
            return new Reading.Unreadable(response.toString(), tokens(response));
        }
        Fold fold = new Fold();
        take(response, "message", fold);
        JsonPlace message = first(response).into("message");
        message.items("tool_calls").forEach(call -> fold.call(read(call)));
        return fold.whole("stop", "length", this, message.value());
    }

    /** Some send the arguments as an object. */
    private static ToolCall read(JsonPlace call) {
        JsonPlace function = call.into("function");
        JsonPlace arguments = function.into("arguments");
        return new ToolCall(
                call.text("id").orElse(""),
                function.text("name").orElse(""),
                arguments
                        .text()
                        .orElseGet(
                                () -> arguments.isObject() ? arguments.value().toString() : ""));
    }

    private static JsonPlace first(JsonObject response) {
        return JsonPlace.of(response).items("choices").stream().findFirst().orElse(JsonPlace.of(Json.nul()));
    }

    @Override
    public Reading read(List<JsonObject> events, boolean done) {
        Fold fold = new Fold();
        events.forEach(event -> take(event, "delta", fold));
        return fold.ofStream(done, "stop", "length");
    }

    /** @param member what a choice calls what was said */
    private void take(JsonObject response, String member, Fold fold) {
        fold.tokens(tokens(response));
        fold.model(JsonPlace.of(response).text("model"));
        JsonPlace choice = first(response);
        fold.finish(choice.text("finish_reason"));
        JsonPlace said = choice.into(member);
        said.text("content").ifPresent(fold::text);
        said.text("refusal").ifPresent(fold::refusal);
        if (!said.items("tool_calls").isEmpty()) {
            fold.toolCalled();
        }
    }

    @Override
    public TokenCount tokens(JsonObject response) {
        JsonPlace usage = JsonPlace.of(response).into("usage");
        return new TokenCount(
                usage.count("prompt_tokens", 0),
                usage.into("prompt_tokens_details").count("cached_tokens", 0),
                0,
                usage.count("completion_tokens", 0));
    }
}
