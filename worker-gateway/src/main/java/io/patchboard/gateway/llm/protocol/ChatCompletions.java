package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
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
                .put("messages", JsonArray.of(message("system", ask.system()), message("user", ask.user())))
                .putIfPresent("temperature", ask.temperature().map(JsonNumber::of))
                // OpenAI's newer models know the limit by its newer name only; who is compatible knows the older one.
                .putIfPresent(
                        ask.home() ? "max_completion_tokens" : "max_tokens",
                        ask.maxOutputTokens().map(Json::of))
                .putIfPresent("response_format", ask.schema().map(ChatCompletions::format));
        if (ask.stream()) {
            body.put("stream", true).put("stream_options", JsonObject.of("include_usage", Json.of(true)));
        }
        return body.build();
    }

    private static JsonObject message(String role, String content) {
        return JsonObject.builder().put("role", role).put("content", content).build();
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
        boolean isOne = Parts.objects(response, "choices").stream()
                .findFirst()
                .flatMap(choice -> Parts.object(choice, "message"))
                .isPresent();
        if (!isOne) {
            return new Reading.Unreadable(response.toString(), tokens(response));
        }
        Fold fold = new Fold();
        take(response, "message", fold);
        return fold.whole("stop", "length");
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
        fold.model(Parts.text(response, "model"));
        Parts.objects(response, "choices").stream().findFirst().ifPresent(choice -> {
            fold.finish(Parts.text(choice, "finish_reason"));
            Parts.object(choice, member).ifPresent(said -> {
                Parts.text(said, "content").ifPresent(fold::text);
                Parts.text(said, "refusal").ifPresent(fold::refusal);
                if (!Parts.objects(said, "tool_calls").isEmpty()) {
                    fold.toolCalled();
                }
            });
        });
    }

    @Override
    public TokenCount tokens(JsonObject response) {
        Optional<JsonObject> usage = Parts.object(response, "usage");
        Optional<JsonObject> details = usage.flatMap(told -> Parts.object(told, "prompt_tokens_details"));
        return new TokenCount(
                Parts.count(usage, "prompt_tokens"),
                Parts.count(details, "cached_tokens"),
                0,
                Parts.count(usage, "completion_tokens"));
    }
}
