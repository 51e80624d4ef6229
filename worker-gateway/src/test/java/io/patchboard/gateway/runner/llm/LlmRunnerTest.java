package io.patchboard.gateway.runner.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.Models;
import io.patchboard.gateway.llm.Prices;
import io.patchboard.gateway.llm.Provider;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Circumstances;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LlmRunnerTest {

    private static final String FIXED = """
            {"instruction":"Extract.","contract":[{"op":["add"],"path":"/claims/-"}],
            "schema":{"/claims/-":{"type":"string","description":"{{view}}"}}""";

    private final ScriptedChatServer server = ScriptedChatServer.start();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        server.close();
    }

    @Test
    void run_answer_patchWithUsageCostAndModel() throws Exception {
        server.then(Reply.text("{\"patch\":[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":\"x\"}]}", 1000, 50));

        Answer answer = answer(runner(2), invocation("i-1", "\"item\":{\"path\":\"/sources/0\"}"));

        assertThat(answer.patch())
                .isEqualTo(JsonReader.parse("[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":\"x\"}]"));
        Usage usage = answer.usage().orElseThrow();
        assertThat(usage.in(Circumstances.NONE))
                .isEqualTo(new Usage(
                        1000, 50, Optional.of(new BigDecimal("0.0024")), Optional.of("scripted-1"), List.of()));
        assertThat(usage.circumstances().prefixHash()).isPresent();
    }

    @Test
    void run_answerWrappedUp_repairsInUsage() throws Exception {
        server.thenText("Sure:\n```json\n{\"patch\": []}\n```");

        Answer answer = answer(runner(2), invocation("i-1", "\"state\":{}"));

        assertThat(answer.isFailed()).isFalse();
        assertThat(answer.usage().orElseThrow().repairs()).containsExactly("code-fence", "prose");
    }

    @Test
    void run_unreadableAnswer_errorQuotesItAndReportsUsage() throws Exception {
        server.then(Reply.text("I would rather\nnot.", 10, 5));

        Answer answer = answer(runner(2), invocation("i-1", "\"state\":{}"));

        assertThat(answer.error())
                .contains("Expected a JSON Patch from model scripted-1, but there is no {\"patch\": [...]} in it:"
                        + " \"I would rather not.\"");
        assertThat(answer.usage().orElseThrow().inputTokens()).isEqualTo(10);
    }

    @Test
    void run_answerCutOff_errorThatSaysSo() throws Exception {
        server.then(Reply.message("{\"content\":\"{\\\"patch\\\":[]} and\"}", "length"));

        Answer answer = answer(runner(2), invocation("i-1", "\"state\":{}"));

        assertThat(answer.error().orElseThrow()).contains("raise maxOutputTokens", "cut off");
        assertThat(answer.usage()).isPresent();
    }

    @Test
    void run_anyInvocationOfARole_sameBytesBeforeTheView() throws Exception {
        server.otherwise(request -> Reply.text("{\"patch\":[]}"));
        LlmRunner runner = runner(2);
        answer(runner, invocation("i-1", "\"item\":{\"path\":\"/sources/0\",\"value\":\"a\"},\"state\":{}"));
        answer(
                runner,
                invocation(
                        "i-2",
                        "\"item\":{\"path\":\"/sources/1\",\"value\":\"b\"},\"state\":{\"/q\":1},\"rejections\":[]"));

        List<ChatRequest> requests = server.requests();
        assertThat(requests.get(1).system()).isEqualTo(requests.get(0).system());
        int user = requests.get(0).text().indexOf("sources/0");
        assertThat(requests.get(1).text().substring(0, user))
                .isEqualTo(requests.get(0).text().substring(0, user))
                .contains("/claims/-", "Extract.");
        assertThat(requests.get(0).user())
                .isEqualTo("{\"item\":{\"path\":\"/sources/0\",\"value\":\"a\"},\"state\":{}}");
        assertThat(requests.get(0).system())
                .containsSubsequence(
                        "You are the worker \"extractor\"",
                        "Extract.",
                        "{\"patch\": [OPERATION, ...]}",
                        "{\"/claims/-\":{\"type\":\"string\",\"description\":\"{{view}}\"}}",
                        "[{\"op\":[\"add\"],\"path\":\"/claims/-\"}]");
    }

    @Test
    void run_contractSaysWhatAPatchLooksLike_saidBesideWhatMayBeWritten() throws Exception {
        server.otherwise(request -> Reply.text("{\"patch\":[]}"));
        LlmRunner runner = runner(2);
        answer(runner, invocation("i-1", "\"state\":{}"));
        answer(runner, invocation("i-2", "\"patch\":{\"maxOperations\":3},\"state\":{}"));

        assertThat(server.requests().get(0).system()).doesNotContain("maxOperations");
        assertThat(server.requests().get(1).system()).contains("keeps to this", "{\"maxOperations\":3}");
        assertThat(server.requests().get(1).user()).isEqualTo("{\"state\":{}}");
    }

    @Test
    void run_structuredOutput_schemaOfTheContractSentStrictly() throws Exception {
        server.thenText("{\"patch\":[]}");

        answer(runner(2), invocation("i-1", "\"state\":{}"));

        ChatRequest request = server.requests().get(0);
        assertThat(request.at("/response_format/type")).isEqualTo(Json.of("json_schema"));
        assertThat(request.at("/response_format/json_schema/strict")).isEqualTo(Json.of(true));
        assertThat(request.at("/response_format/json_schema/schema/properties/patch/items/anyOf/0/properties/path"))
                .isEqualTo(JsonReader.parse("{\"type\":\"string\",\"enum\":[\"/claims/-\"]}"));
    }

    @Test
    void run_modelHangs_errorBeforeTheDeadline() throws Exception {
        server.otherwise(request -> Reply.stall());
        Instant deadline = Instant.now().plusSeconds(15);

        Answer answer = answer(runner(1), Invocations.invocation("i-1", "extractor", deadline, FIXED + "}"));

        assertThat(Instant.now()).isBefore(deadline);
        assertThat(answer.error().orElseThrow()).contains("there was none in time");
    }

    @Test
    void run_othersBeforeIt_errorBeforeTheDeadlineThoughItNeverBegan() throws Exception {
        server.otherwise(request -> Reply.stall());
        LlmRunner runner = runner(1);
        runner.run(invocation("i-1", "\"state\":{}"));
        await().until(() -> server.requests().size() == 1);

        Answer answer = answer(
                runner, Invocations.invocation("i-2", "extractor", Instant.now().plusSeconds(1), FIXED + "}"));

        // Told by whoever sees it first: the call that waits for a place, or the runner that waits for the call.
        assertThat(answer.error().orElseThrow())
                .containsAnyOf(
                        "none of its 1 places for requests at once was free in time",
                        "other invocations were before it");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void run_endpointThatLimitsTheRate_saysWhenToAskAgain() throws Exception {
        server.otherwise(request -> Reply.of(429, Map.of("Retry-After", "3600"), "{}"));
        LlmRunner runner = runner(1);

        Failure asked =
                answer(runner, invocation("i-1", "\"state\":{}")).failure().orElseThrow();
        Failure notAsked =
                answer(runner, invocation("i-2", "\"state\":{}")).failure().orElseThrow();

        assertThat(asked.kind()).isEqualTo(Failure.Kind.RATE_LIMIT);
        assertThat(asked.retryAfter()).contains(Duration.ofHours(1));
        assertThat(server.requests()).hasSize(1);
        assertThat(notAsked.kind()).isEqualTo(Failure.Kind.RATE_LIMIT);
        assertThat(notAsked.retryAfter().orElseThrow()).isPositive();
    }

    @Test
    void run_failures_haveTheirClass() throws Exception {
        server.otherwise(request -> Reply.json(500, "{}"));
        assertThat(kind()).isEqualTo(Failure.Kind.OUTAGE);
        server.otherwise(request -> Reply.json(401, "{}"));
        assertThat(kind()).isEqualTo(Failure.Kind.REFUSED);
        server.otherwise(request -> Reply.json(200, "{\"choices\":[{\"message\":{\"content\":\"I cannot say.\"}}]}"));
        assertThat(kind()).isEqualTo(Failure.Kind.INVALID);
    }

    private Failure.Kind kind() throws Exception {
        return answer(runner(1), invocation("i-1", "\"state\":{}"))
                .failure()
                .orElseThrow()
                .kind();
    }

    @Test
    void run_patchThatQuotesTheKey_refusedAndNotRewritten() throws Exception {
        server.thenText("My key is sk-0123456789. {\"patch\":[]}");
        server.thenText("{\"patch\":[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"sk-0123456789\"}]}");
        LlmRunner runner = runner(1);

        assertThat(answer(runner, invocation("i-1", "\"state\":{}")).isFailed()).isFalse();
        assertThat(answer(runner, invocation("i-2", "\"state\":{}")).error().orElseThrow())
                .contains("its patch quotes one");
    }

    @Test
    void run_nameOfTheModelWithControls_escaped() throws Exception {
        server.then(
                Reply.json(
                        200,
                        "{\"model\":\"a\\u001b[2J\\nb\",\"choices\":[{\"message\":{\"content\":\"[]\"},\"finish_reason\":\"stop\"}]}"));

        assertThat(answer(runner(1), invocation("i-1", "\"state\":{}"))
                        .usage()
                        .orElseThrow()
                        .model())
                .contains("a\\u001b[2J\\nb");
    }

    @Test
    void close_whileTheModelAnswers_noAnswerAtAll() throws Exception {
        server.otherwise(request -> Reply.stall());
        LlmRunner runner = runner(1);
        CompletableFuture<Answer> first =
                runner.run(invocation("i-1", "\"state\":{}")).toCompletableFuture();
        CompletableFuture<Answer> waiting =
                runner.run(invocation("i-2", "\"state\":{}")).toCompletableFuture();
        await().until(() -> server.requests().size() == 1);

        runner.close();

        assertThatThrownBy(() -> first.get(5, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> waiting.get(5, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> runner.run(invocation("i-3", "\"state\":{}"))
                        .toCompletableFuture()
                        .get(5, TimeUnit.MINUTES))
                .isInstanceOf(CancellationException.class);
    }

    private LlmRunner runner(int concurrency) {
        ModelConfig config = new ModelConfig(
                "fast",
                Provider.OPENAI,
                URI.create(server.baseUrl()),
                "tiny",
                Optional.of(new Secret("sk-0123456789")),
                Generation.DEFAULT,
                new Limits(concurrency, Optional.empty(), Duration.ofMinutes(2), 2, Duration.ofMillis(5)),
                Optional.of(new Prices(new BigDecimal("2"), new BigDecimal("8"), Optional.empty(), Optional.empty())),
                Optional.empty(),
                Map.of(),
                Map.of());
        Models models = Models.of(config);
        LlmRunner runner = new LlmRunner("extractor", models.get("fast"), Duration.ofMinutes(5), Clock.systemUTC());
        opened.add(runner);
        opened.add(models);
        return runner;
    }

    private static Answer answer(LlmRunner runner, Invocation invocation) throws Exception {
        return runner.run(invocation).toCompletableFuture().get(5, TimeUnit.MINUTES);
    }

    private static Invocation invocation(String id, String changing) {
        return Invocations.invocation(id, "extractor", Instant.now().plusSeconds(600), FIXED + "," + changing + "}");
    }
}
