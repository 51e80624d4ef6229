package io.patchboard.gateway.llm;

import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Brings to one meaning what providers count differently: Anthropic's input tokens leave out those of its cache, and
 * Gemini's output tokens leave out its thoughts.
 */
final class TokenCounts {

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);
    private static final BigDecimal MOST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private TokenCounts() {}

    /** @param usage may be null, as the library has it */
    static TokenCount of(TokenUsage usage) {
        if (usage == null) {
            return TokenCount.NONE;
        }
        long input = number(usage.inputTokenCount());
        long output = number(usage.outputTokenCount());
        if (usage instanceof AnthropicTokenUsage anthropic) {
            long read = number(anthropic.cacheReadInputTokens());
            long written = number(anthropic.cacheCreationInputTokens());
            return new TokenCount(input + read + written, read, written, output);
        }
        if (usage instanceof GoogleAiGeminiTokenUsage gemini) {
            return new TokenCount(
                    input, number(gemini.cachedContentTokenCount()), 0, output + number(gemini.thoughtsTokenCount()));
        }
        if (usage instanceof OpenAiTokenUsage openAi && openAi.inputTokensDetails() != null) {
            return new TokenCount(input, number(openAi.inputTokensDetails().cachedTokens()), 0, output);
        }
        return new TokenCount(input, 0, 0, output);
    }

    /**
     * Of a response, or an event of one, that the library could not read, as far as it tells; it was paid for all the
     * same. Where an endpoint names one count in two ways, it is one count.
     */
    static TokenCount salvage(String body) {
        try {
            JsonObject response = object(READER.read(body));
            return openAiOrAnthropic(object(response, "usage"))
                    .max(openAiOrAnthropic(object(object(response, "message"), "usage")))
                    .max(gemini(object(response, "usageMetadata")));
        } catch (JsonSyntaxException e) {
            return TokenCount.NONE;
        }
    }

    private static TokenCount openAiOrAnthropic(JsonObject usage) {
        long read = number(usage, "cache_read_input_tokens");
        long written = number(usage, "cache_creation_input_tokens");
        return new TokenCount(
                Math.max(number(usage, "prompt_tokens"), number(usage, "input_tokens") + read + written),
                Math.max(read, number(object(usage, "prompt_tokens_details"), "cached_tokens")),
                written,
                Math.max(number(usage, "completion_tokens"), number(usage, "output_tokens")));
    }

    private static TokenCount gemini(JsonObject usage) {
        return new TokenCount(
                number(usage, "promptTokenCount"),
                number(usage, "cachedContentTokenCount"),
                0,
                number(usage, "candidatesTokenCount") + number(usage, "thoughtsTokenCount"));
    }

    private static long number(Integer value) {
        return Optional.ofNullable(value).map(count -> Math.max(0, count)).orElse(0);
    }

    private static long number(JsonObject object, String name) {
        return object.get(name)
                .filter(JsonNumber.class::isInstance)
                .map(value -> ((JsonNumber) value).value())
                .filter(value -> value.signum() > 0 && value.compareTo(MOST) <= 0)
                .map(BigDecimal::longValue)
                .orElse(0L);
    }

    private static JsonObject object(JsonObject parent, String name) {
        return object(parent.get(name).orElse(Json.nul()));
    }

    private static JsonObject object(Json value) {
        return value instanceof JsonObject object ? object : JsonObject.EMPTY;
    }
}
