package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An attempt that failed among its tools, and the one after it. */
final class ResumedToolsTest extends ToolsRig {

    private static final String LOOK = "tools: [{java: test/look}], toolLimits: {calls: 4}";

    private final List<String> keys = new CopyOnWriteArrayList<>();

    @BeforeEach
    void provide() {
        Tool look = new Tool() {
            @Override
            public String description() {
                return "Looks something up.";
            }

            @Override
            public JsonObject input() {
                return (JsonObject) JsonReader.parse("{\"type\":\"object\"}");
            }

            @Override
            public Json call(JsonObject arguments, String key) {
                keys.add(key);
                return arguments;
            }
        };
        provide("test", Map.of("look", look));
    }

    /** Two calls, and then the model's endpoint is away. */
    private Answer brokenOff(Runner worker) throws Exception {
        model.then(
                Reply.call("look", "{\"n\":1}"),
                Reply.call("look", "{\"n\":2}"),
                Reply.json(500, "{\"error\":\"away\"}"));
        Answer failed = answer(worker, invocation("i-1", "\"state\":{}"));
        assertThat(failed.isFailed()).isTrue();
        return failed;
    }

    @Test
    void nextAttempt_isGivenWhatTheToolsSaid_andCallsThemNotAgain() throws Exception {
        Runner worker = worker(LOOK);
        Usage before = brokenOff(worker).usage().orElseThrow();
        model.then(Reply.call("look", "{\"n\":3}"), Reply.text(DONE));

        Answer answer = answer(worker, invocation("i-2", "\"state\":{},\"rejections\":[]"));

        assertThat(answer.isFailed()).as(answer.toString()).isFalse();
        assertThat(keys).containsExactly("i-1", "i-1-2", "i-1-3");
        assertThat(results(model.requests().get(3)))
                .extracting(result -> result.get("data").orElseThrow())
                .as("the first request of the second attempt")
                .containsExactly(JsonReader.parse("{\"n\":1}"), JsonReader.parse("{\"n\":2}"));
        Usage usage = answer.usage().orElseThrow();
        assertThat(before.circumstances().checkpoint()).isEmpty();
        assertThat(usage.toolCalls()).isEqualTo(1);
        assertThat(usage.circumstances().checkpoint())
                .contains(checkpoints.saved.get(1).hash().orElseThrow());
        assertThat(trajectories.get(1).checkpoint())
                .isEqualTo(usage.circumstances().checkpoint());
    }

    @Test
    void checkpoint_saysWhoseItIs_andHowFarItIs() throws Exception {
        brokenOff(worker(LOOK));

        assertThat(checkpoints.saved).hasSize(2).allSatisfy(saved -> {
            assertThat(saved.invocationId()).isEqualTo("i-1");
            assertThat(saved.worker()).isEqualTo("extractor");
        });
        assertThat(checkpoints.saved)
                .extracting(Checkpoint::progress)
                .containsExactly(Optional.of("1 call of a tool"), Optional.of("2 calls of tools"));
    }

    @Test
    void callsOfAllAttempts_areBounded() throws Exception {
        Runner worker = worker(LOOK);
        brokenOff(worker);
        model.otherwise(request ->
                request.at("/tool_choice").equals(Json.of("none")) ? Reply.text(DONE) : Reply.call("look", "{}"));

        assertThat(answer(worker, invocation("i-2", "\"state\":{}")).isFailed()).isFalse();

        assertThat(keys).hasSize(4);
    }

    @Test
    void anotherItem_otherTools_orAnotherPrompt_beginAtTheBeginning() throws Exception {
        Runner worker = worker(LOOK);
        brokenOff(worker);
        model.otherwise(request -> Reply.text(DONE));

        answer(worker, invocation("i-2", "\"item\":{\"path\":\"/sources/0\",\"value\":\"another\"}"));
        answer(worker("tools: [{java: test/look}], toolLimits: {calls: 5}"), invocation("i-3", "\"state\":{}"));

        assertThat(model.requests()).hasSize(5);
        assertThat(results(model.requests().get(3))).isEmpty();
        assertThat(results(model.requests().get(4))).isEmpty();
    }

    /** Who may write to the topic may write anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "{}",
                "{\"prefixHash\":\"PREFIX\",\"action\":\"a\",\"turns\":7,\"callsOf\":{}}",
                "{\"prefixHash\":\"PREFIX\",\"action\":\"a\",\"turns\":[],\"callsOf\":{\"look\":\"x\"}}",
                "{\"prefixHash\":\"PREFIX\",\"action\":\"a\",\"callsOf\":{},\"turns\":[{\"text\":\"\",\"protocol\":\"None\","
                        + "\"message\":{},\"calls\":[{\"id\":\"1\",\"name\":\"look\",\"arguments\":\"{}\"}],\"results\":[]}]}"
            })
    void whatIsNoConversation_isPassedOver(String content) throws Exception {
        Runner worker = worker(LOOK);
        brokenOff(worker);
        Invocation next = invocation("i-2", "\"state\":{}");
        String prefix = trajectories.get(0).prefixHash();
        checkpoints.save(
                Checkpoint.key(next),
                new Checkpoint(
                        "b-1",
                        "extractor",
                        "i-1",
                        1,
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.of(JsonReader.parse(content.replace("PREFIX", prefix)))));
        model.then(Reply.text(DONE));

        Answer answer = answer(worker, next);

        assertThat(answer.isFailed()).isFalse();
        assertThat(results(model.requests().get(3))).isEmpty();
        assertThat(answer.usage().orElseThrow().circumstances().checkpoint()).isEmpty();
    }

    @Test
    void everyAnswerOfAModel_saysItsPrompt_andWhatTheProviderHadInItsCache() throws Exception {
        Runner worker = worker(LOOK);
        model.then(Reply.json(200, """
                {"model": "m", "choices": [{"message": {"role": "assistant", "content": "{\\"patch\\":[]}"},
                 "finish_reason": "stop"}],
                 "usage": {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 80}}}"""));

        Usage usage = answer(worker, invocation("i-1", "\"state\":{}")).usage().orElseThrow();

        assertThat(usage.inputTokens()).isEqualTo(100);
        assertThat(usage.circumstances().cachedInputTokens()).isEqualTo(80);
        assertThat(usage.circumstances().prefixHash().orElseThrow()).hasSize(64);
    }
}
