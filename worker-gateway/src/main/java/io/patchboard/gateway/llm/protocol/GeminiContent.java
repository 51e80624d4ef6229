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

/** Generate content, of the Gemini Developer API. */
public final class GeminiContent implements Protocol {

    private static final String MODEL = "model";

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
        JsonObject.Builder body = JsonObject.builder()
                .put("systemInstruction", parts(ask.system()))
                .put("contents", contents(ask))
                .putIfPresent("generationConfig", Optional.of(generation).filter(settings -> !settings.isEmpty()));
        if (!ask.tools().isEmpty()) {
            JsonArray functions = JsonArray.copyOf(
                    ask.tools().offers().stream().map(GeminiContent::function).toList());
            body.put("tools", JsonArray.of(JsonObject.of("functionDeclarations", functions)))
                    .put(
                            "toolConfig",
                            JsonObject.of(
                                    "functionCallingConfig",
                                    JsonObject.of("mode", Json.of(ask.tools().closed() ? "NONE" : "AUTO"))));
        }
        return body.build();
    }

    private JsonArray contents(Ask ask) {
        List<Json> contents = new ArrayList<>();
        contents.add(question(ask).with("role", Json.of("user")));
        for (ToolTurn turn : ask.tools().turnsFor(this)) {
            contents.add(turn.asked().messageFor(this).orElseGet(() -> said(turn.asked())));
            List<Json> results = new ArrayList<>();
            for (int i = 0; i < turn.results().size(); i++) {
                results.add(JsonObject.of(
                        "functionResponse",
                        named(turn.asked().calls().get(i))
                                .put(
                                        "response",
                                        JsonObject.of(
                                                "result", Json.of(turn.results().get(i))))
                                .build()));
            }
            contents.add(content("user", results));
        }
        return JsonArray.copyOf(contents);
    }

    /** What was said in another protocol. */
    private static JsonObject said(ToolTurn.Asked asked) {
        return content(
                MODEL,
                asked.calls().stream()
                        .map(call -> (Json) JsonObject.of(
                                "functionCall",
                                named(call)
                                        .put("args", call.read().orElse(JsonObject.EMPTY))
                                        .build()))
                        .toList());
    }

    private static JsonObject.Builder named(ToolCall call) {
        return JsonObject.builder()
                .putStringIfPresent("id", Optional.of(call.id()).filter(id -> !id.isEmpty()))
                .put("name", call.name());
    }

    private static JsonObject content(String role, List<Json> parts) {
        return JsonObject.builder()
                .put("role", role)
                .put("parts", JsonArray.copyOf(parts))
                .build();
    }

    private static JsonObject function(ToolOffer tool) {
        return JsonObject.builder()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parametersJsonSchema", tool.input())
                .build();
    }

    private static JsonObject parts(String text) {
        return JsonObject.of("parts", JsonArray.of(JsonObject.of("text", Json.of(text))));
    }

    private static JsonObject question(Ask ask) {
        List<Json> parts = new ArrayList<>(List.of(JsonObject.of("text", Json.of(ask.user()))));
        for (Image image : ask.images()) {
            parts.add(JsonObject.of("text", Json.of(image.title())));
            parts.add(JsonObject.of(
                    "inlineData",
                    JsonObject.builder()
                            .put("mimeType", image.type())
                            .put("data", image.base64())
                            .build()));
        }
        return JsonObject.of("parts", JsonArray.copyOf(parts));
    }

    @Override
    public Reading read(JsonObject response) {
        Fold fold = new Fold();
        return take(response, fold)
                ? fold.whole("STOP", "MAX_TOKENS", this, message(response))
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

    /** @return whether there is a candidate, as in each part of a stream, or a word on why the prompt was blocked */
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
                    fold.call(call(part.into("functionCall")));
                } else if (!part.flag("thought")) {
                    part.text("text").ifPresent(fold::text);
                }
            });
        });
        JsonPlace feedback = place.into("promptFeedback");
        boolean blocked = candidate.isEmpty() && feedback.text("blockReason").isPresent();
        if (blocked) {
            fold.refusal(feedback.value().toString());
            fold.end();
        }
        return blocked || candidate.isPresent();
    }

    /** Of a model of before there were ids, calls have none, and are told apart by their order. */
    private static ToolCall call(JsonPlace call) {
        JsonPlace args = call.into("args");
        return new ToolCall(
                call.text("id").orElse(""),
                call.text("name").orElse(""),
                args.isObject() ? args.value().toString() : "");
    }

    private static Json message(JsonObject response) {
        return JsonPlace.of(response).items("candidates").stream()
                .filter(JsonPlace::isObject)
                .findFirst()
                .map(first -> first.into("content").value())
                .filter(JsonObject.class::isInstance)
                .map(content -> ((JsonObject) content).with("role", Json.of(MODEL)))
                .orElse(JsonObject.EMPTY);
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
