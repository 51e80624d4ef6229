package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One request at a time to an endpoint that speaks chat completions, well or badly. */
final class ChatCompletionsTest extends ChatRig {

    @Test
    void chat_completion_textTokensAndModel() throws Exception {
        server.then(Reply.text("forty-two", 812, 96));

        ChatReply reply = ask();

        assertThat(reply)
                .isEqualTo(new ChatReply(
                        "forty-two",
                        false,
                        Finish.STOP,
                        new Spent(new TokenCount(812, 0, 0, 96), Optional.empty(), "scripted-1"),
                        false));
        ChatRequest request = server.requests().get(0);
        assertThat(request.target()).isEqualTo("/v1/chat/completions");
        assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer " + Asked.KEY.reveal());
        assertThat(request.system()).isEqualTo("You are brief.");
        assertThat(request.user()).isEqualTo("How many?");
        assertThat(request.at("/model")).isEqualTo(Json.of("tiny"));
        assertThat(request.body().names()).doesNotContain("temperature", "response_format", "max_tokens");
    }

    @Test
    void chat_everySetting_inTheRequest() throws Exception {
        server.thenText("ok");
        ModelConfig config = Asked.openAi(server)
                .withGeneration(new Generation(
                        Optional.of(new BigDecimal("0.2")),
                        Optional.of(77),
                        Optional.empty(),
                        Optional.empty(),
                        (JsonObject) JsonReader.parse("{\"top_k\":20,\"chat_template_kwargs\":{\"thinking\":false}}")));
        ModelConfig withHeaders = new ModelConfig(
                config.name(),
                config.provider(),
                config.baseUrl(),
                config.model(),
                Optional.empty(),
                config.generation(),
                config.limits(),
                config.prices(),
                config.fallback(),
                Map.of("X-Team", "blue"),
                Map.of("X-Gateway-Key", Asked.KEY));

        Asked.ask(withHeaders, Asked.PROMPT);

        ChatRequest request = server.requests().get(0);
        assertThat(request.at("/temperature")).isEqualTo(JsonReader.parse("0.2"));
        assertThat(request.at("/max_tokens")).isEqualTo(Json.of(77));
        assertThat(request.at("/top_k")).isEqualTo(Json.of(20));
        assertThat(request.at("/chat_template_kwargs/thinking")).isEqualTo(Json.of(false));
        assertThat(request.headers().getFirst("X-Team")).isEqualTo("blue");
        assertThat(request.headers().getFirst("X-Gateway-Key")).isEqualTo(Asked.KEY.reveal());
        assertThat(request.headers().getFirst("Authorization")).isNull();
    }

    @Test
    void chat_cachedTokens_countedAndPriced() throws Exception {
        server.then(Reply.json(200, """
                {"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}],
                "usage":{"prompt_tokens":1000,"completion_tokens":10,"total_tokens":1010,
                "prompt_tokens_details":{"cached_tokens":900}}}"""));

        Spent spent = Asked.ask(priced(), Asked.PROMPT).spent();

        assertThat(spent.tokens()).isEqualTo(new TokenCount(1000, 900, 0, 10));
        // 100 * 2 + 900 * 0.5 + 10 * 8, for a million
        assertThat(spent.cost()).contains(new BigDecimal("0.00073"));
    }

    @Test
    void chat_cutOffByLength_saidSo() throws Exception {
        server.then(Reply.message("{\"role\":\"assistant\",\"content\":\"{\\\"patch\\\": [\"}", "length"));

        assertThat(ask().finish()).isEqualTo(Finish.LENGTH);
    }

    @Test
    void chat_toolCallWithoutContent_errorWithTokens() {
        server.then(Reply.message("""
                {"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function",\
                "function":{"name":"write","arguments":"{}"}}]}""", "tool_calls"));

        ChatException error = error(Asked.openAi(server));

        assertThat(error)
                .hasMessage(
                        "Expected an answer from model fast, but it said nothing: it called a tool, but was given none.");
        assertThat(error.spent().tokens()).isEqualTo(new TokenCount(100, 0, 0, 20));
    }

    @Test
    void chat_emptyContent_errorNotTriedAgain() {
        server.then(Reply.message("{\"role\":\"assistant\",\"content\":\"\"}", "stop"));

        assertThat(failure(Asked.openAi(server))).contains("its answer is empty");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void chat_nothingButThoughts_errorNamesTheSetting() {
        server.then(Reply.message("{\"role\":\"assistant\",\"content\":\"\"}", "length"));

        assertThat(failure(Asked.openAi(server))).contains("raise maxOutputTokens");
    }

    @Test
    void chat_refusal_errorWithTokensAndNoSecondTry() {
        server.then(Reply.message("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I will not.\"}", "stop"));

        ChatException error = error(Asked.openAi(server));

        assertThat(error).hasMessageContaining("the model refuses: \"I will not.\"");
        assertThat(error.spent().tokens()).isEqualTo(new TokenCount(100, 0, 0, 20));
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void chat_garbageBody_triedAgainThenToldWithExcerpt() {
        server.otherwise(request -> Reply.of(200, "text/html", "<html><body>Bad gateway</body></html>"));

        assertThat(failure(Asked.openAi(server)))
                .contains("the response is no answer of this protocol: \"<html><body>Bad gateway</body></html>\"")
                .contains("after 4 requests");
    }

    @Test
    void chat_jsonUnderAnotherContentType_taken() throws Exception {
        server.then((exchange, closing) -> Reply.of(
                        200,
                        "text/plain; charset=iso-8859-1",
                        "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"größer\"},\"finish_reason\":\"stop\"}]}")
                .send(exchange, closing));

        assertThat(ask().text()).isEqualTo("größer");
    }

    @Test
    void chat_moreThanTheProtocolKnows_passedOver() throws Exception {
        server.then(Reply.json(200, """
                {"id":"c","model":"m","kv_transfer_params":null,"prompt_logprobs":null,"choices":[{"index":0,"stop_reason":null,
                "message":{"role":"assistant","content":"ok","tool_calls":[],"reasoning":"hm","reasoning_content":"hm",
                "audio":null,"annotations":[]},"logprobs":null,"finish_reason":"eos"}],"system_fingerprint":null,
                "usage":{"prompt_tokens":3,"completion_tokens":1,"prompt_tokens_details":null,"x":{}}}"""));

        assertThat(ask().text()).isEqualTo("ok");
    }

    @Test
    void chat_halfACharacterInWhatIsQuoted_leftOut() {
        server.then(Reply.json(418, "x".repeat(299) + "\uD83D\uDE00"));

        assertThat(failure(Asked.openAi(server))).endsWith("x...\".");
    }

    @Test
    void chat_emptyChoices_triedAgainAndPaidFor() {
        server.otherwise(request -> Reply.json(
                200, "{\"model\":\"m\",\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":1}}"));

        ChatException error = error(Asked.openAi(server));

        assertThat(error).hasMessageContaining("no answer of this protocol");
        assertThat(error.spent().tokens()).isEqualTo(new TokenCount(28, 0, 0, 4));
    }

    @Test
    void chat_unusableThenUsable_bothPaidFor() throws Exception {
        server.then(
                Reply.json(200, "{\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":0}}"),
                Reply.text("ok", 1000, 0));

        Spent spent = Asked.ask(priced(), Asked.PROMPT).spent();

        assertThat(spent.tokens()).isEqualTo(new TokenCount(2000, 0, 0, 0));
        assertThat(spent.cost()).contains(new BigDecimal("0.004"));
    }

    private ModelConfig priced() {
        ModelConfig config = Asked.openAi(server);
        return new ModelConfig(
                config.name(),
                config.provider(),
                config.baseUrl(),
                config.model(),
                config.apiKey(),
                config.generation(),
                config.limits(),
                Optional.of(new Prices(
                        new BigDecimal("2"),
                        new BigDecimal("8"),
                        Optional.of(new BigDecimal("0.5")),
                        Optional.empty())),
                config.fallback(),
                config.headers(),
                config.secretHeaders());
    }
}
