package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.gateway.runner.llm.LlmRunner;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that say out loud what they were told in confidence. */
final class SecretsTest {

    private static final String KEY = "sk-\"very\"/secret+0123456789";

    private final ScriptedChatServer server = ScriptedChatServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void chat_keyEchoedInErrors_nowhereToBeSeen(Provider provider) {
        String quoted = "Incorrect API key provided: " + KEY + ", in a URL "
                + URLEncoder.encode(KEY, StandardCharsets.UTF_8) + ", as JSON " + Json.of(KEY);
        for (Reply reply : List.of(
                Reply.of(401, "text/plain", quoted),
                Reply.of(429, "text/plain", quoted),
                Reply.of(200, "text/plain", quoted),
                Reply.json(200, "{\"choices\":[{\"message\":{\"refusal\":" + Json.of("No, " + KEY) + "}}]}"))) {
            server.then(reply).otherwise(request -> reply);
            assertNowhere(config(provider));
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void chat_keyEchoedInStreams_nowhereToBeSeen(Provider provider) {
        for (Reply reply : List.of(
                Reply.of(200, "text/event-stream", "data: " + KEY + "\n\n"),
                Reply.of(200, "text/event-stream", "event: error\ndata: {\"error\":{\"message\":\"" + KEY + "\"}}\n\n"),
                Reply.of(200, "text/event-stream", "event: message_start\ndata: {\"message\": " + KEY + "\n\n"),
                Reply.of(401, "text/plain", KEY))) {
            server.otherwise(request -> reply);
            assertNowhere(Asked.streaming(config(provider)));
        }
    }

    @Test
    void chat_keyInTheAnswer_starsInstead() throws Exception {
        server.thenText("My key is " + KEY + ".");

        assertThat(Asked.ask(config(Provider.OPENAI), Asked.PROMPT).text()).isEqualTo("My key is ***.");
    }

    @Test
    void chat_keyThatNoHeaderCanHold_errorWithoutIt() {
        ModelConfig config = ModelConfig.of(
                        "fast",
                        Provider.OPENAI,
                        URI.create(server.baseUrl()),
                        "tiny",
                        Optional.of(new Secret("sk-two\nlines-of-key")))
                .withLimits(Asked.QUICK);

        ChatException error = catchThrowableOfType(ChatException.class, () -> Asked.ask(config, Asked.PROMPT));

        assertThat(error).hasMessageContaining("the request cannot be written");
        assertThat(error.getMessage()).doesNotContain("lines-of-key");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void chat_secretHeaderEchoed_nowhereToBeSeen() {
        server.otherwise(
                request -> Reply.of(403, "text/plain", "no " + request.headers().getFirst("X-Gateway-Key")));
        ModelConfig config = config(Provider.OPENAI);
        ModelConfig withHeader = new ModelConfig(
                config.name(),
                config.provider(),
                config.baseUrl(),
                config.model(),
                Optional.empty(),
                config.generation(),
                config.limits(),
                config.prices(),
                config.fallback(),
                Map.of(),
                Map.of("X-Gateway-Key", new Secret(KEY)));

        assertThat(catchThrowableOfType(ChatException.class, () -> Asked.ask(withHeader, Asked.PROMPT)))
                .hasMessageContaining("HTTP 403: \"no ***\"");
    }

    private ModelConfig config(Provider provider) {
        return ModelConfig.of("fast", provider, URI.create(server.baseUrl()), "tiny", Optional.of(new Secret(KEY)))
                .withLimits(new Limits(4, Optional.empty(), Duration.ofMinutes(2), 1, Duration.ofMillis(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EMPTY", "none", "ollama", "no-key"})
    void chat_placeholderForAKey_staysAWordOfTheAnswer(String word) throws Exception {
        String answer = "The list is " + word + ".";
        server.then(Reply.text(answer), Reply.stream(answer), Reply.of(401, "text/plain", "no such key: " + word));
        ModelConfig config = ModelConfig.of(
                        "fast", Provider.OPENAI, URI.create(server.baseUrl()), "tiny", Optional.of(new Secret(word)))
                .withLimits(Asked.QUICK);

        assertThat(Asked.ask(config, Asked.PROMPT).text()).isEqualTo(answer);
        assertThat(Asked.ask(Asked.streaming(config), Asked.PROMPT).text()).isEqualTo(answer);
        assertThat(catchThrowableOfType(ChatException.class, () -> Asked.ask(config, Asked.PROMPT)))
                .hasMessageContaining("no such key: ***");
    }

    /** Not in the exception, the log, or what a worker answers with. */
    private static void assertNowhere(ModelConfig config) {
        StringWriter told = new StringWriter();
        try (CapturedLog log = new CapturedLog();
                Models models = Models.of(config);
                LlmRunner runner = new LlmRunner("w", models.get("fast"), Duration.ofMinutes(5), Clock.systemUTC())) {
            catchThrowableOfType(ChatException.class, () -> Asked.ask(config, Asked.PROMPT))
                    .printStackTrace(new PrintWriter(told, true));
            Answer answer = runner.run(
                            Invocations.invocation("i", "w", Instant.now().plusSeconds(600), "{}"))
                    .toCompletableFuture()
                    .join();
            assertThat(answer.error().orElseThrow()).contains("Expected an answer from model fast, but ");
            told.append(answer.toString()).append(log.lines().toString());
        }
        assertThat(told.toString() + config)
                .contains("Expected an answer from model fast, but ")
                .doesNotContain("0123456789");
    }
}
