package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.AnthropicMessages;
import io.patchboard.gateway.llm.protocol.ChatCompletions;
import io.patchboard.gateway.llm.protocol.GeminiContent;
import io.patchboard.gateway.llm.protocol.Protocol;
import java.net.URI;
import java.util.Locale;

/** Whose protocol an endpoint speaks. */
public enum Provider {
    /**
     * Chat completions: OpenAI itself, and vLLM, Ollama, DashScope, llama.cpp and the many others that speak like it.
     */
    OPENAI("https://api.openai.com/v1", "OPENAI_API_KEY"),
    /** Messages. */
    ANTHROPIC("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    /** Generate content, of the Gemini Developer API. */
    GEMINI("https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY");

    private final URI home;
    private final String keyVariable;

    Provider(String home, String keyVariable) {
        this.home = URI.create(home);
        this.keyVariable = keyVariable;
    }

    /** The provider's own endpoint, which takes nobody without a key. */
    public URI home() {
        return home;
    }

    /** The environment variable that usually holds the key. */
    public String keyVariable() {
        return keyVariable;
    }

    Protocol protocol() {
        return switch (this) {
            case OPENAI -> new ChatCompletions();
            case ANTHROPIC -> new AnthropicMessages();
            case GEMINI -> new GeminiContent();
        };
    }

    /** As in configuration: {@code openai}, {@code anthropic}, {@code gemini}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is none of this word */
    public static Provider of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
