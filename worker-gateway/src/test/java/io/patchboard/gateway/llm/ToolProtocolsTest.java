package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.protocol.ToolOffer;
import io.patchboard.gateway.llm.protocol.ToolTurn;
import io.patchboard.gateway.llm.protocol.Toolkit;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How each protocol offers tools, says that they are called, and is given their results. */
final class ToolProtocolsTest extends ChatRig {

    private static final JsonObject INPUT = (JsonObject) JsonReader.parse("{\"type\":\"object\"}");

    private static final Toolkit TOOLS = Toolkit.of(List.of(new ToolOffer("look", "Looks.", INPUT)));

    private static final Map<Provider, String> CALLS =
            Map.of(Provider.OPENAI, """
            {"model":"m","choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"signed":"x",
            "tool_calls":[{"id":"c-1","type":"function","function":{"name":"look","arguments":"{\\"at\\":1}"}}]}}]}""", Provider.ANTHROPIC, """
            {"model":"m","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm","signature":"x"},
            {"type":"tool_use","id":"c-1","name":"look","input":{"at":1}}],"usage":{"input_tokens":1,"output_tokens":1}}""", Provider.GEMINI, """
            {"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"thoughtSignature":"x",
            "functionCall":{"id":"c-1","name":"look","args":{"at":1}}}]}}],"modelVersion":"m"}""");

    private static final Map<Provider, String> TEXTS = Map.of(
            Provider.OPENAI,
            "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"done\"}}]}",
            Provider.ANTHROPIC,
            "{\"stop_reason\":\"end_turn\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}",
            Provider.GEMINI,
            "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[{\"text\":\"done\"}]}}]}");

    private static final Map<Provider, String> OFFER = Map.of(
            Provider.OPENAI, "/tools/0/function/parameters",
            Provider.ANTHROPIC, "/tools/0/input_schema",
            Provider.GEMINI, "/tools/0/functionDeclarations/0/parametersJsonSchema");

    private static final Map<Provider, String> CHOICE = Map.of(
            Provider.OPENAI, "/tool_choice",
            Provider.ANTHROPIC, "/tool_choice/type",
            Provider.GEMINI, "/toolConfig/functionCallingConfig/mode");

    /** Where a request has the name of the tool that was called, and its result. */
    private static final Map<Provider, List<String>> TURN = Map.of(
            Provider.OPENAI, List.of("/messages/2/tool_calls/0/function/name", "/messages/3/content"),
            Provider.ANTHROPIC, List.of("/messages/1/content/%d/name", "/messages/2/content/0/content"),
            Provider.GEMINI,
                    List.of(
                            "/contents/1/parts/0/functionCall/name",
                            "/contents/2/parts/0/functionResponse/response/result"));

    @Test
    void eachProvider_offersCallsAndResults_andGetsItsOwnWordsBack() throws Exception {
        for (Provider provider : Provider.values()) {
            ToolTurn.Asked asked = asked(provider);

            ChatRequest offered = last();
            assertThat(offered.at(OFFER.get(provider))).isEqualTo(INPUT);
            assertThat(offered.at(CHOICE.get(provider)).toString()).containsIgnoringCase("auto");
            assertThat(asked.calls()).hasSize(1);
            assertThat(asked.calls().get(0).name()).isEqualTo("look");
            assertThat(asked.calls().get(0).read()).contains((JsonObject) JsonReader.parse("{\"at\":1}"));

            goOn(provider, asked);

            assertThat(last().text()).as("what is signed").contains("\"x\"");
            assertThat(last().at(CHOICE.get(provider)).toString()).containsIgnoringCase("none");
            assertThat(last().at(TURN.get(provider).get(0).formatted(1))).isEqualTo(Json.of("look"));
            assertThat(last().at(TURN.get(provider).get(1))).isEqualTo(Json.of("seen"));
        }
    }

    /** A fallback of another provider goes on in the middle. */
    @Test
    void eachProvider_goesOnWithTheCallsOfEachOther() throws Exception {
        for (Provider first : Provider.values()) {
            ToolTurn.Asked asked = asked(first);
            for (Provider second : Provider.values()) {
                if (first != second) {
                    goOn(second, asked);

                    assertThat(last().text()).doesNotContain("\"x\"", "c-1");
                    assertThat(last().at(TURN.get(second).get(0).formatted(0))).isEqualTo(Json.of("look"));
                    assertThat(last().at(TURN.get(second).get(1))).isEqualTo(Json.of("seen"));
                }
            }
        }
    }

    /** Of a model that gives its calls no ids, or all the same. */
    @Test
    void callsOfAnother_haveIdsThatEachProviderTakes_andTellsApart() throws Exception {
        for (String id : List.of("", "\"id\":\"functions.look:0\",")) {
            String call = "{\"functionCall\":{" + id + "\"name\":\"look\",\"args\":{}}}";
            server.then(Reply.json(
                    200,
                    "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[" + call + "," + call
                            + "]}}]}"));
            ToolTurn.Asked asked = Asked.ask(config(Provider.GEMINI), Asked.PROMPT.withTools(TOOLS))
                    .calls()
                    .orElseThrow();
            ToolTurn turn = new ToolTurn(asked, List.of("seen", "seen"));

            server.then(Reply.json(200, TEXTS.get(Provider.ANTHROPIC)));
            Asked.ask(
                    config(Provider.ANTHROPIC),
                    Asked.PROMPT.withTools(TOOLS.with(turn).with(turn)));

            List<Json> ids = new ArrayList<>();
            for (int message : List.of(1, 3)) {
                for (int i = 0; i < 2; i++) {
                    Json called = last().at("/messages/" + message + "/content/" + i + "/id");
                    assertThat(last().at("/messages/" + (message + 1) + "/content/" + i + "/tool_use_id"))
                            .isEqualTo(called);
                    ids.add(called);
                }
            }
            assertThat(ids)
                    .doesNotHaveDuplicates()
                    .allSatisfy(each -> assertThat(each.toString()).matches("\"[a-zA-Z0-9]{9}\""));
        }
    }

    @Test
    void toolsAreOffered_streamIsNotAskedFor() throws Exception {
        server.then(Reply.json(200, TEXTS.get(Provider.OPENAI)));

        Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT.withTools(TOOLS));

        assertThat(last().body().has("stream")).isFalse();
    }

    private ToolTurn.Asked asked(Provider provider) throws Exception {
        server.then(Reply.json(200, CALLS.get(provider)));
        return Asked.ask(config(provider), Asked.PROMPT.withTools(TOOLS))
                .calls()
                .orElseThrow();
    }

    private void goOn(Provider provider, ToolTurn.Asked asked) throws Exception {
        server.then(Reply.json(200, TEXTS.get(provider)));
        Toolkit later = TOOLS.with(new ToolTurn(asked, List.of("seen"))).close();
        assertThat(Asked.ask(config(provider), Asked.PROMPT.withTools(later)).text())
                .isEqualTo("done");
    }

    private ChatRequest last() {
        List<ChatRequest> requests = server.requests();
        return requests.get(requests.size() - 1);
    }

    private ModelConfig config(Provider provider) {
        return ModelConfig.of("fast", provider, URI.create(server.baseUrl()), "tiny", Optional.of(Asked.KEY))
                .withLimits(Asked.QUICK);
    }
}
