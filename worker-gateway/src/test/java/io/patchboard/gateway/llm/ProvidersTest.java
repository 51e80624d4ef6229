package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The two protocols beside chat completions. */
final class ProvidersTest {

    private static final JsonObject SCHEMA = (JsonObject) JsonReader.parse("""
            {"type":"object","properties":{"patch":{"type":"array","items":{"type":"string"}}},"required":["patch"],
            "additionalProperties":false}""");
    private static final ChatPrompt PROMPT = new ChatPrompt("You are brief.", "How many?", Optional.of(SCHEMA));

    private final ScriptedChatServer server = ScriptedChatServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void anthropic_messages_schemaCacheAndAllInputTokens() throws Exception {
        server.then(Reply.json(200, """
                {"id":"m","type":"message","role":"assistant","model":"claude-x","stop_reason":"end_turn",
                "content":[{"type":"text","text":"{\\"patch\\":[]}"}],
                "usage":{"input_tokens":10,"output_tokens":5,"cache_read_input_tokens":700,
                "cache_creation_input_tokens":30}}"""));

        ChatReply reply = Asked.ask(config(Provider.ANTHROPIC), PROMPT);

        assertThat(reply)
                .isEqualTo(new ChatReply(
                        "{\"patch\":[]}",
                        false,
                        Finish.STOP,
                        new Spent(new TokenCount(740, 700, 30, 5), Optional.empty(), "claude-x"),
                        true));
        ChatRequest request = server.requests().get(0);
        assertThat(request.target()).isEqualTo("/v1/messages");
        assertThat(request.headers().getFirst("x-api-key")).isEqualTo(Asked.KEY.reveal());
        assertThat(request.at("/max_tokens")).isEqualTo(Json.of(8192));
        assertThat(request.at("/system/0/text")).isEqualTo(Json.of("You are brief."));
        assertThat(request.at("/system/0/cache_control/type")).isEqualTo(Json.of("ephemeral"));
        assertThat(request.at("/messages/0/content/0/text")).isEqualTo(Json.of("How many?"));
        assertThat(request.at("/output_config/format/schema")).isEqualTo(SCHEMA);
    }

    @Test
    void anthropic_schemaThatLeavesSomethingOpen_notSent() throws Exception {
        server.then(Reply.json(200, """
                {"model":"claude-x","stop_reason":"end_turn","content":[{"type":"text","text":"ok"}],
                "usage":{"input_tokens":1,"output_tokens":1}}"""));
        JsonObject open = (JsonObject) JsonReader.parse("""
                {"type":"object","properties":{"patch":{"type":"array","items":{}}},"required":["patch"],
                "additionalProperties":false}""");

        ChatReply reply =
                Asked.ask(config(Provider.ANTHROPIC), new ChatPrompt("You are brief.", "Now.", Optional.of(open)));

        assertThat(reply.structured()).isFalse();
        assertThat(server.requests().get(0).body().has("output_config")).isFalse();
    }

    @Test
    void anthropic_streamThatBreaksOff_itsInputIsPaidFor() {
        server.otherwise(request -> Reply.of(200, "text/event-stream", """
                event: message_start
                data: {"type":"message_start","message":{"id":"m","model":"claude-x","usage":{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":700}}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"forty"}}

                """));

        ChatException error = catchThrowableOfType(
                ChatException.class, () -> Asked.ask(Asked.streaming(config(Provider.ANTHROPIC)), PROMPT));

        assertThat(error.spent().tokens()).isEqualTo(new TokenCount(4 * 710, 4 * 700, 0, 4));
    }

    @Test
    void anthropic_stream_putTogether() throws Exception {
        server.then(Reply.of(200, "text/event-stream", """
                event: message_start
                data: {"type":"message_start","message":{"id":"m","model":"claude-x","usage":{"input_tokens":10,"output_tokens":1}}}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"forty"}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"-two"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":15}}

                event: message_stop
                data: {"type":"message_stop"}

                """));

        ChatReply reply = Asked.ask(Asked.streaming(config(Provider.ANTHROPIC)), PROMPT);

        assertThat(reply.text()).isEqualTo("forty-two");
        assertThat(reply.spent().tokens()).isEqualTo(new TokenCount(10, 0, 0, 15));
    }

    @Test
    void anthropic_streamThatBreaksOff_triedAgain() throws Exception {
        server.then(
                Reply.of(
                        200,
                        "text/event-stream",
                        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\"}}\n\n"),
                Reply.json(401, "{}"));

        assertThatThrownBy(() -> Asked.ask(Asked.streaming(config(Provider.ANTHROPIC)), PROMPT))
                .hasMessageContaining("HTTP 401");
    }

    @Test
    void anthropic_overloaded_triedAgain() throws Exception {
        server.then(
                Reply.json(529, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}"),
                Reply.json(200, """
                {"model":"claude-x","stop_reason":"max_tokens","content":[{"type":"text","text":"cut"}],
                "usage":{"input_tokens":1,"output_tokens":1}}"""));

        assertThat(Asked.ask(config(Provider.ANTHROPIC), PROMPT).finish()).isEqualTo(Finish.LENGTH);
    }

    @Test
    void gemini_generateContent_schemaThoughtsAndCache() throws Exception {
        server.then(Reply.json(200, """
                {"candidates":[{"content":{"parts":[{"text":"{\\"patch\\":[]}"}],"role":"model"},"finishReason":"STOP"}],
                "modelVersion":"gemini-x","usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":6,
                "thoughtsTokenCount":40,"cachedContentTokenCount":32,"totalTokenCount":96}}"""));

        ChatReply reply = Asked.ask(config(Provider.GEMINI), PROMPT);

        assertThat(reply)
                .isEqualTo(new ChatReply(
                        "{\"patch\":[]}",
                        false,
                        Finish.STOP,
                        new Spent(new TokenCount(50, 32, 0, 46), Optional.empty(), "gemini-x"),
                        true));
        ChatRequest request = server.requests().get(0);
        assertThat(request.target()).isEqualTo("/v1/models/tiny:generateContent");
        assertThat(request.headers().getFirst("x-goog-api-key")).isEqualTo(Asked.KEY.reveal());
        assertThat(request.at("/systemInstruction/parts/0/text")).isEqualTo(Json.of("You are brief."));
        assertThat(request.at("/contents/0/parts/0/text")).isEqualTo(Json.of("How many?"));
        assertThat(request.at("/generationConfig/responseJsonSchema")).isEqualTo(SCHEMA);
        assertThat(request.at("/generationConfig/responseMimeType")).isEqualTo(Json.of("application/json"));
    }

    @Test
    void gemini_stream_putTogether() throws Exception {
        server.then(Reply.of(200, "text/event-stream", """
                data: {"candidates":[{"content":{"parts":[{"text":"forty"}],"role":"model"}}],"modelVersion":"gemini-x"}

                data: {"candidates":[{"content":{"parts":[{"text":"-two"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2,"totalTokenCount":7}}

                """));

        ChatReply reply = Asked.ask(Asked.streaming(config(Provider.GEMINI)), PROMPT);

        assertThat(reply.text()).isEqualTo("forty-two");
        assertThat(reply.spent().tokens()).isEqualTo(new TokenCount(5, 0, 0, 2));
    }

    @Test
    void gemini_blockedPrompt_refusalWithTokens_askedOnce() {
        String blocked = "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":5}}";
        server.then(Reply.json(200, blocked), Reply.of(200, "text/event-stream", "data: " + blocked + "\n\n"));

        for (ModelConfig config : List.of(config(Provider.GEMINI), Asked.streaming(config(Provider.GEMINI)))) {
            ChatException error = catchThrowableOfType(ChatException.class, () -> Asked.ask(config, PROMPT));

            assertThat(error).hasMessageContainingAll("refuses", "blockReason");
            assertThat(error.failure().kind()).isEqualTo(Failure.Kind.REFUSED);
            assertThat(error.spent().tokens().input()).isEqualTo(5);
        }
        assertThat(server.requests()).hasSize(2);
    }

    /** What had been said before the filter stopped it is no answer. */
    @Test
    void eachProvider_answerThatIsStoppedByAFilter_refusal() {
        Map<Provider, List<String>> stopped = Map.of(
                Provider.OPENAI,
                List.of(
                        "{\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"%s\"}}]}",
                        "content_filter"),
                Provider.ANTHROPIC,
                List.of("{\"stop_reason\":\"refusal\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}", "refusal"),
                Provider.GEMINI,
                List.of(
                        "{\"candidates\":[{\"finishReason\":\"SAFETY\",\"content\":{\"parts\":[{\"text\":\"%s\"}]}}]}",
                        "SAFETY"));
        stopped.forEach((provider, said) -> {
            for (String text : List.of("", "some")) {
                server.then(Reply.json(200, said.get(0).formatted(text)));

                ChatException error =
                        catchThrowableOfType(ChatException.class, () -> Asked.ask(config(provider), PROMPT));

                assertThat(error).hasMessageContainingAll("refuses", said.get(1), text);
                assertThat(error.failure().kind()).isEqualTo(Failure.Kind.REFUSED);
            }
        });
    }

    @Test
    void fromOption_providersModelsAndKeys() {
        Map<String, String> keys = Map.of("ANTHROPIC_API_KEY", "sk-ant-0123", "OPENAI_API_KEY", " ");

        ModelConfig claude = ModelConfig.fromOption("anthropic/claude-x", Optional.empty(), keys);
        ModelConfig local =
                ModelConfig.fromOption("openai/qwen/qwen3:8b", Optional.of("http://localhost:11434/v1"), keys);

        assertThat(claude.baseUrl()).isEqualTo(URI.create("https://api.anthropic.com/v1"));
        assertThat(claude.apiKey().orElseThrow().reveal()).isEqualTo("sk-ant-0123");
        assertThat(claude.toString()).doesNotContain("sk-ant-0123");
        assertThat(local.model()).isEqualTo("qwen/qwen3:8b");
        assertThat(local.apiKey()).isEmpty();
        assertThatThrownBy(() -> ModelConfig.fromOption("gpt", Optional.empty(), keys))
                .hasMessageContaining("PROVIDER/MODEL");
        assertThatThrownBy(() -> ModelConfig.fromOption("azure/gpt", Optional.empty(), keys))
                .hasMessageContaining("one of [openai, anthropic, gemini]");
        assertThatThrownBy(() -> ModelConfig.fromOption("openai/gpt", Optional.empty(), keys))
                .hasMessageContaining("OPENAI_API_KEY, but it is not set");
        assertThatThrownBy(() -> ModelConfig.fromOption("openai/gpt", Optional.of("localhost"), keys))
                .hasMessageContaining("base URL");
    }

    private ModelConfig config(Provider provider) {
        return ModelConfig.of("fast", provider, URI.create(server.baseUrl()), "tiny", Optional.of(Asked.KEY))
                .withLimits(Asked.QUICK);
    }
}
