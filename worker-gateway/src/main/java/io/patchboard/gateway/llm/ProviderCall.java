package io.patchboard.gateway.llm;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One request by way of LangChain4j, whose client objects are made for it and thrown away: they cost little beside a
 * model's answer, and so each request can have a deadline of its own. The library neither retries nor logs here.
 */
final class ProviderCall {

    /** Anthropic does not answer without a limit, and the library's 1,024 ends many a patch in the middle. */
    private static final int ANTHROPIC_MAX_TOKENS = 8_192;

    private static final String SCHEMA_NAME = "answer";

    private final ModelConfig config;
    private final Generation generation;
    private final Map<String, String> headers;

    ProviderCall(ModelConfig config, Generation generation) {
        this.config = config;
        this.generation = generation;
        this.headers = new HashMap<>(config.headers());
        config.secretHeaders().forEach((name, value) -> headers.put(name, value.reveal()));
    }

    /**
     * @param schema sent along, if present
     * @return absent if a stream ended before the answer did
     * @throws RuntimeException whatever the library throws; {@link Exchange#heard} tells more
     */
    Optional<ChatResponse> send(ChatPrompt prompt, Optional<JsonObject> schema, Exchange exchange) {
        ChatRequest.Builder request =
                ChatRequest.builder().messages(SystemMessage.from(prompt.system()), UserMessage.from(prompt.user()));
        schema.ifPresent(json -> request.responseFormat(ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name(SCHEMA_NAME)
                        .rootElement(JsonRawSchema.from(json.toString()))
                        .build())
                .build()));
        ExchangeBuilder http = new ExchangeBuilder(exchange);
        boolean strict = schema.filter(SchemaFit::isStrict).isPresent();
        if (generation.stream().orElse(false)) {
            StreamedReply reply = new StreamedReply();
            streaming(http, strict).chat(request.build(), reply);
            return reply.complete();
        }
        return Optional.of(whole(http, strict).chat(request.build()));
    }

    private ChatModel whole(ExchangeBuilder http, boolean strict) {
        return switch (config.provider()) {
            case OPENAI ->
                OpenAiChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxTokens(isHome() ? null : maxTokens())
                        .maxCompletionTokens(isHome() ? maxTokens() : null)
                        .strictJsonSchema(strict)
                        .customHeaders(headers)
                        .maxRetries(0)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
            case ANTHROPIC ->
                AnthropicChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxTokens(generation.maxOutputTokens().orElse(ANTHROPIC_MAX_TOKENS))
                        .cacheSystemMessages(true)
                        .customHeaders(headers)
                        .maxRetries(0)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
            case GEMINI ->
                GoogleAiGeminiChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxOutputTokens(maxTokens())
                        .customHeaders(headers)
                        .maxRetries(0)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
        };
    }

    private StreamingChatModel streaming(ExchangeBuilder http, boolean strict) {
        return switch (config.provider()) {
            case OPENAI ->
                OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxTokens(isHome() ? null : maxTokens())
                        .maxCompletionTokens(isHome() ? maxTokens() : null)
                        .strictJsonSchema(strict)
                        .customHeaders(headers)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
            case ANTHROPIC ->
                AnthropicStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxTokens(generation.maxOutputTokens().orElse(ANTHROPIC_MAX_TOKENS))
                        .cacheSystemMessages(true)
                        .customHeaders(headers)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
            case GEMINI ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(config.baseUrl().toString())
                        .apiKey(key())
                        .modelName(config.model())
                        .temperature(temperature())
                        .maxOutputTokens(maxTokens())
                        .customHeaders(headers)
                        .logRequests(false)
                        .logResponses(false)
                        .build();
        };
    }

    /**
     * OpenAI's newer models know the limit by its newer name only, and who is compatible knows the older one at least.
     */
    private boolean isHome() {
        return config.baseUrl().equals(config.provider().home());
    }

    private String key() {
        return config.apiKey().map(Secret::reveal).orElse(null);
    }

    private Double temperature() {
        return generation.temperature().map(BigDecimal::doubleValue).orElse(null);
    }

    private Integer maxTokens() {
        return generation.maxOutputTokens().orElse(null);
    }
}
