package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generate content, of the Gemini Developer API. */
public final class GeminiContent implements Protocol {

    @Override
    public String path(Ask ask) {
        return "/models/" + ask.model() + (ask.stream() ? ":streamGenerateContent?alt=sse" : ":generateContent");
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        return key.map(secret -> Map.of("x-goog-api-key", secret)).orElse(Map.of());
    }

    @Override
    public JsonObject body(Ask ask) {
        JsonObject generation = JsonObject.builder()
                .putIfPresent("temperature", ask.temperature().map(JsonNumber::of))
                .putIfPresent("maxOutputTokens", ask.maxOutputTokens().map(Json::of))
                .putIfPresent("responseMimeType", ask.schema().map(schema -> Json.of("application/json")))
                .putIfPresent("responseJsonSchema", ask.schema())
                .build();
        return JsonObject.builder()
                .put("systemInstruction", parts(ask.system()))
                .put("contents", JsonArray.of(parts(ask.user()).with("role", Json.of("user"))))
                .putIfPresent("generationConfig", Optional.of(generation).filter(settings -> !settings.isEmpty()))
                .build();
    }

    private static JsonObject parts(String text) {
        return JsonObject.of("parts", JsonArray.of(JsonObject.of("text", Json.of(text))));
    }

    @Override
    public Reading read(JsonObject response) {
        Fold fold = new Fold();
        return take(response, fold)
                ? fold.whole("STOP", "MAX_TOKENS")
                : new Reading.Unreadable(response.toString(), tokens(response));
    }

    @Override
    public Reading read(List<JsonObject> events, boolean done) {
        Fold fold = new Fold();
        for (JsonObject event : events) {
            fold.tokens(tokens(event));
            if (!take(event, fold) && event.has("promptFeedback")) {
                return new Reading.Unreadable(event.toString(), tokens(event));
            }
        }
        return fold.ofStream(done, "STOP", "MAX_TOKENS");
    }

    /** @return whether there is a candidate; each part of a stream has one, but for a prompt that was blocked */
    private boolean take(JsonObject response, Fold fold) {
        fold.tokens(tokens(response));
        JsonPlace place = JsonPlace.of(response);
        fold.model(place.text("modelVersion"));
        Optional<JsonPlace> candidate =
                place.items("candidates").stream().filter(JsonPlace::isObject).findFirst();
        candidate.ifPresent(first -> {
            fold.finish(first.text("finishReason"));
            first.into("content").items("parts").forEach(part -> {
                if (part.child("functionCall").isPresent()) {
                    fold.toolCalled();
                } else if (!part.flag("thought")) {
                    part.text("text").ifPresent(fold::text);
                }
            });
        });
        return candidate.isPresent();
    }

    /** Its output tokens leave out thoughts. */
    @Override
    public TokenCount tokens(JsonObject response) {
        JsonPlace usage = JsonPlace.of(response).into("usageMetadata");
        return new TokenCount(
                usage.count("promptTokenCount", 0),
                usage.count("cachedContentTokenCount", 0),
                0,
                (long) usage.count("candidatesTokenCount", 0) + usage.count("thoughtsTokenCount", 0));
    }
}
