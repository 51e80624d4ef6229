package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a model does with tools until it answers, and where that ends. */
final class ToolLoopTest extends ToolsRig {

    private static final String OURS = "tools: [{java: test/double}, {java: test/stuck}]";

    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private record Made(String description, Call call) implements Tool {

        interface Call {
            Json of(JsonObject arguments, String key) throws Exception;
        }

        @Override
        public JsonObject input() {
            return (JsonObject) JsonReader.parse("""
                    {"type":"object","properties":{"n":{"type":"integer","maximum":100}},"required":["n"]}""");
        }

        @Override
        public Optional<JsonObject> output() {
            return Optional.of((JsonObject) JsonReader.parse("{\"type\":\"object\",\"required\":[\"twice\"]}"));
        }

        @Override
        public Json call(JsonObject arguments, String key) throws Exception {
            return call.of(arguments, key);
        }
    }

    @BeforeEach
    void provide() {
        Tool twice = new Made("Doubles.", (arguments, key) -> {
            keys.add(key);
            return JsonReader.parse("{\"twice\":"
                    + 2 * Integer.parseInt(arguments.get("n").orElseThrow().toString()) + "}");
        });
        Tool stuck = new Made("Does not come back.", (arguments, key) -> {
            try {
                new CountDownLatch(1).await();
                return Json.nul();
            } finally {
                interrupted.countDown();
            }
        });
        provide("test", Map.of("double", twice, "stuck", stuck));
    }

    @Test
    void toolCalled_itsResultIsShown_andAllThatWasUsedIsReported() throws Exception {
        model.then(
                Reply.call("double", "{\"n\":21}"),
                Reply.text("{\"patch\":[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":42}]}"));

        Answer answer = answer(worker(OURS));

        assertThat(answer.patch().toString()).contains("42");
        assertThat(answer.usage().orElseThrow().inputTokens()).isEqualTo(200);
        assertThat(answer.usage().orElseThrow().outputTokens()).isEqualTo(40);
        ChatRequest first = model.requests().get(0);
        assertThat(first.at("/tools/0/function/name")).isEqualTo(Json.of("double"));
        assertThat(first.at("/tools/0/function/parameters/required")).isEqualTo(JsonArray.of(Json.of("n")));
        assertThat(first.at("/tool_choice")).isEqualTo(Json.of("auto"));
        assertThat(first.body().has("response_format"))
                .as("endpoints that hold a model to a schema keep it from calling tools")
                .isFalse();
        assertThat(first.system()).contains("you may call tools, 20 times at most");
        ChatRequest second = model.requests().get(1);
        assertThat(second.at("/messages/2/tool_calls/0/id")).isEqualTo(Json.of("call-1"));
        assertThat(second.at("/messages/3/tool_call_id")).isEqualTo(Json.of("call-1"));
        assertThat(results(second)).containsExactly((JsonObject) JsonReader.parse("{\"data\":{\"twice\":42}}"));
    }

    @Test
    void usage_saysHowOftenToolsWereCalled_andRefersToTheTrajectory() throws Exception {
        model.then(Reply.call("double", "{\"n\":1}"), Reply.call("double", "{\"n\":2}"), Reply.text(DONE));

        Usage usage = answer(worker(OURS)).usage().orElseThrow();

        assertThat(usage.toolCalls()).isEqualTo(2);
        assertThat(usage.trajectory())
                .contains(CanonicalJson.sha256(trajectories.get(0).toJson()));
    }

    @Test
    void trajectory_hasHashesAndSizes_andNoContents() throws Exception {
        shown(worker(OURS), "double", "{\"n\": 21}");

        JsonObject trajectory = trajectories.get(0).toJson();
        assertThat(trajectory.toString()).doesNotContain("21", "42");
        assertThat(trajectory.get("boardId")).contains(Json.of("b-1"));
        assertThat(trajectory.get("invocationId")).contains(Json.of("i-1"));
        JsonObject call = (JsonObject) ((JsonArray) trajectory.get("calls").orElseThrow()).get(0);
        assertThat(call.get("tool")).contains(Json.of("double"));
        assertThat(call.get("outcome")).contains(Json.of("answered"));
        assertThat(call.get("argumentsHash")).contains(Json.of(hash("{\"n\": 21}")));
        assertThat(call.get("argumentsBytes")).contains(Json.of(9));
        assertThat(call.get("resultHash")).contains(Json.of(hash("{\"twice\":42}")));
        assertThat(call.get("resultBytes")).contains(Json.of(12));
    }

    private static String hash(String text) {
        return CanonicalJson.sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anyInvocationOfARole_sameBytesBeforeTheView_andTheirHashIsWrittenDown() throws Exception {
        Runner worker = worker(OURS);
        model.otherwise(request -> results(request).isEmpty() ? Reply.call("double", "{\"n\":1}") : Reply.text(DONE));
        answer(worker, invocation("i-1", "\"item\":{\"path\":\"/sources/0\",\"value\":\"a\"}"));
        answer(worker, invocation("i-2", "\"item\":{\"path\":\"/sources/1\",\"value\":\"b\"},\"rejections\":[]"));

        List<ChatRequest> requests = model.requests();
        assertThat(requests.get(2).system()).isEqualTo(requests.get(0).system());
        assertThat(requests.get(2).at("/tools").toString())
                .isEqualTo(requests.get(0).at("/tools").toString());
        assertThat(requests.get(1).text())
                .as("a conversation goes on where it was")
                .startsWith(requests.get(0)
                        .text()
                        .substring(0, requests.get(0).text().indexOf("sources/0") + 20));
        assertThat(trajectories.get(0).prefixHash())
                .hasSize(64)
                .isEqualTo(trajectories.get(1).prefixHash());
    }

    @Test
    void argumentsThatDoNotFit_notCalledAndToldWhy() throws Exception {
        JsonObject shown = shown(worker(OURS), "double", "{\"n\":101}");

        assertThat(text(shown, "error")).contains("it was not called", "/n", "100");
        assertThat(keys).isEmpty();
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo("invalid");
    }

    @Test
    void argumentsThatAreNoJson_andToolsThatAreNone_areTold() throws Exception {
        Runner worker = worker(OURS);

        assertThat(text(shown(worker, "double", "{\"n\": 1"), "error")).contains("no JSON object");
        assertThat(text(shown(worker, "treble", "{}"), "error")).contains("[double, stuck]");
        assertThat(keys).isEmpty();
    }

    @Test
    void toolThatHangs_interruptedAndTold_andTheModelGoesOn() throws Exception {
        JsonObject shown = shown(worker(OURS + ", toolLimits: {timeout: PT0.2S}"), "stuck", "{\"n\":1}");

        assertThat(text(shown, "error")).contains("result of stuck", "still at work");
        interrupted.await();
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo("timeout");
    }

    @Test
    void modelThatNeverStops_askedOnceMoreWithoutTools() throws Exception {
        model.otherwise(request -> request.at("/tool_choice").equals(Json.of("none"))
                ? Reply.text(DONE)
                : Reply.call("double", "{\"n\":1}"));

        assertThat(answer(worker(OURS + ", toolLimits: {calls: 3}")).isFailed()).isFalse();

        assertThat(keys).hasSize(3);
        assertThat(model.requests()).hasSize(4);
    }

    @Test
    void modelThatCallsAfterThat_isNoAnswer() throws Exception {
        model.otherwise(request -> Reply.call("double", "{\"n\":1}"));

        Failure failure =
                answer(worker(OURS + ", toolLimits: {calls: 1}")).failure().orElseThrow();

        assertThat(failure.kind()).isEqualTo(Failure.Kind.INVALID);
        assertThat(failure.message()).contains("called a tool once more");
        assertThat(keys).hasSize(1);
    }

    @Test
    void tokensSpent_askedOnceMoreWithoutTools() throws Exception {
        model.otherwise(request -> request.at("/tool_choice").equals(Json.of("none"))
                ? Reply.text(DONE)
                : Reply.call("double", "{\"n\":1}"));

        assertThat(answer(worker(OURS + ", toolLimits: {tokens: 240}")).isFailed())
                .isFalse();

        assertThat(keys).as("120 tokens a request").hasSize(2);
    }

    @Test
    void callsBeyondTheLimitInOneAnswer_toldAndNotMade() throws Exception {
        model.then(
                Reply.message(
                        "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                                + Reply.toolCall("a", "double", "{\"n\":1}") + ","
                                + Reply.toolCall("b", "double", "{\"n\":2}") + "]}",
                        "tool_calls"),
                Reply.text(DONE));

        answer(worker(OURS + ", toolLimits: {calls: 1}"));

        List<JsonObject> results = results(model.requests().get(1));
        assertThat(results.get(0).toString()).isEqualTo("{\"data\":{\"twice\":2}}");
        assertThat(text(results.get(1), "error")).contains("at most 1 calls");
        assertThat(keys).hasSize(1);
    }

    @Test
    void keys_areTheActions_andTheSameInALaterAttempt() throws Exception {
        Runner worker = worker(OURS);
        model.otherwise(request -> results(request).size() < 2 ? Reply.call("double", "{\"n\":1}") : Reply.text(DONE));

        answer(worker, invocation("i-1", "\"state\":{}"));
        checkpoints.forget();
        answer(worker, invocation("i-1", "\"state\":{}"));

        assertThat(keys).containsExactly("i-1", "i-1-2", "i-1", "i-1-2");
    }

    @Test
    void modelThatFailsAfterATool_whatWasSpentBeforeIsReported() throws Exception {
        model.then(Reply.call("double", "{\"n\":1}"), Reply.json(500, "{}"));

        Answer answer = answer(worker(OURS));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(answer.usage().orElseThrow().inputTokens()).isEqualTo(100);
        assertThat(trajectories.get(0).calls()).hasSize(1);
    }
}
