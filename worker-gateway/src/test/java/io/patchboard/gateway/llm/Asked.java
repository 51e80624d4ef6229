package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.secret.Secret;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Configurations for tests, quick to try again, and a way to ask. */
final class Asked {

    static final Secret KEY = new Secret("sk-test-0123456789");
    static final ChatPrompt PROMPT = ChatPrompt.of("You are brief.", "How many?");

    static final Limits QUICK = new Limits(4, Optional.empty(), Duration.ofMinutes(2), 3, Duration.ofMillis(5));

    private Asked() {}

    static ModelConfig openAi(ScriptedChatServer server) {
        return ModelConfig.of("fast", Provider.OPENAI, URI.create(server.baseUrl()), "tiny", Optional.of(KEY))
                .withLimits(QUICK);
    }

    static ChatReply ask(ModelConfig config, ChatPrompt prompt) throws Exception {
        return ask(List.of(config), prompt, Duration.ofMinutes(5));
    }

    /** The first of them. */
    static ChatReply ask(List<ModelConfig> configs, ChatPrompt prompt, Duration patience) throws Exception {
        try (Models models = Models.open(configs, Clock.systemUTC())) {
            return models.get(configs.get(0).name()).chat(prompt, Instant.now().plus(patience));
        }
    }

    static ModelConfig named(String name, Optional<String> fallback, ModelConfig config) {
        return new ModelConfig(
                name,
                config.provider(),
                config.baseUrl(),
                config.model(),
                config.apiKey(),
                config.generation(),
                config.limits(),
                config.prices(),
                fallback,
                config.headers(),
                config.secretHeaders());
    }

    static ModelConfig streaming(ModelConfig config) {
        return config.withGeneration(new Generation(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(true),
                io.patchboard.json.JsonObject.EMPTY));
    }
}
