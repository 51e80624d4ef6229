package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is tried again, what is waited for, and when it is given up. */
final class PatienceTest {

    private static final Duration PLENTY = Duration.ofSeconds(40);

    private final ScriptedChatServer server = ScriptedChatServer.start();
    private final ScriptedChatServer other = ScriptedChatServer.start();

    @AfterEach
    void close() {
        server.close();
        other.close();
    }

    @Test
    void chat_passingFailures_triedAgain() throws Exception {
        for (Reply failure : List.of(
                Reply.json(500, "{\"error\":\"boom\"}"),
                Reply.json(503, ""),
                Reply.json(429, "{\"error\":\"slow down\"}"),
                Reply.hangUp(),
                Reply.hangUpInBody())) {
            server.then(failure).thenText("after that");
            assertThat(Asked.ask(Asked.openAi(server), Asked.PROMPT).text()).isEqualTo("after that");
        }
        assertThat(server.requests()).hasSize(10);
    }

    @Test
    void chat_failuresThatLast_givenUpAtOnce() {
        for (int status : List.of(401, 403, 404, 413, 302)) {
            server.then(Reply.json(status, "{\"error\":{\"message\":\"no such thing\"}}"));
            assertThat(failure(Asked.openAi(server)))
                    .isEqualTo("Expected an answer from model fast, but HTTP " + status
                            + ": \"{\"error\":{\"message\":\"no such thing\"}}\".");
        }
        assertThat(server.requests()).hasSize(5);
    }

    @Test
    void chat_alwaysFailing_asManyRequestsAsAllowed() {
        server.otherwise(request -> Reply.json(500, "{}"));

        assertThat(failure(Asked.openAi(server))).contains("HTTP 500: \"{}\", after 4 requests");
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void chat_nobodyThere_saidSo() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        ModelConfig config = ModelConfig.of(
                        "gone", Provider.OPENAI, URI.create("http://127.0.0.1:" + port), "m", Optional.empty())
                .withLimits(Asked.QUICK);

        assertThat(failure(config)).contains("there was no response: nobody could be reached there");
    }

    @Test
    void chat_retryAfter_waitedFor() throws Exception {
        server.then(Reply.of(429, Map.of("Retry-After", "1"), "{}")).thenText("ok");
        long begin = System.nanoTime();

        assertThat(Asked.ask(Asked.openAi(server), Asked.PROMPT).text()).isEqualTo("ok");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void chat_retryAfterBeyondTheDeadline_givenUpWithoutWaiting() {
        server.then(Reply.of(429, Map.of("Retry-After", "3600"), "{}"));

        assertThat(failure(Asked.openAi(server))).contains("HTTP 429", "there is no time to try again");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void chat_retryAfterWithoutARetry_keepsOthersAwayToo() throws Exception {
        server.otherwise(request -> Reply.text("too early"));
        ModelConfig once =
                Asked.openAi(server).withLimits(new Limits(4, Optional.empty(), PLENTY, 0, Duration.ofMillis(5)));
        for (ModelConfig config : List.of(Asked.openAi(server), once)) {
            try (Models models = Models.of(config)) {
                LanguageModel model = models.get("fast");
                int before = server.requests().size();
                server.then(Reply.of(429, Map.of("Retry-After", "3600"), "{}"));
                assertThatThrownBy(() -> model.chat(Asked.PROMPT, Instant.now().plus(PLENTY)))
                        .hasMessageContaining("HTTP 429");
                assertThatThrownBy(() -> model.chat(Asked.PROMPT, Instant.now().plus(PLENTY)))
                        .hasMessageContaining("lasts longer than the time left");
                assertThat(server.requests()).hasSize(before + 1);
            }
        }
    }

    @Test
    void chat_retryAfterOfNothing_isNoLicenceToHurry() {
        server.otherwise(request -> Reply.of(429, Map.of("Retry-After", "0"), "{}"));
        ModelConfig config =
                Asked.openAi(server).withLimits(new Limits(4, Optional.empty(), PLENTY, 1, Duration.ofSeconds(1)));
        long begin = System.nanoTime();

        assertThat(failure(config)).contains("after 2 requests");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void chat_retryAfterOfADay_asksAgainAfterTenMinutes() throws Exception {
        server.otherwise(request -> Reply.of(503, Map.of("Retry-After", "86400"), "{}"));
        try (CapturedLog log = new CapturedLog();
                Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            CompletableFuture<Throwable> asked = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(
                            Exception.class,
                            () -> model.chat(Asked.PROMPT, Instant.now().plus(Duration.ofHours(1)))),
                    Thread::startVirtualThread);
            await().untilAsserted(
                            () -> assertThat(log.lines()).anyMatch(line -> line.contains("Trying again in 600000 ms")));
            assertThat(asked).isNotDone();
        }
    }

    @Test
    void chat_responsesThatHang_endAtTheTimeoutAndAreTriedAgain() throws Exception {
        ModelConfig impatient = Asked.openAi(server)
                .withLimits(new Limits(4, Optional.empty(), Duration.ofMillis(300), 3, Duration.ofMillis(5)));
        server.then(Reply.stall(), Reply.stallInBody()).thenText("at last");

        assertThat(Asked.ask(impatient, Asked.PROMPT).text()).isEqualTo("at last");
    }

    @Test
    void chat_streamThatHangs_endsAtTheDeadline() {
        server.otherwise(request -> Reply.stalledStream("{\"patch\""));

        ChatException error = catchThrowableOfType(
                ChatException.class,
                () -> Asked.ask(List.of(Asked.streaming(Asked.openAi(server))), Asked.PROMPT, Duration.ofMillis(700)));

        assertThat(error).hasMessageContaining("the response broke off: there was none in time");
    }

    @Test
    void chat_slowerThanTheDeadline_endsAtTheDeadline() {
        server.otherwise(request -> Reply.text("late").after(Duration.ofHours(1)));

        ChatException error = catchThrowableOfType(
                ChatException.class,
                () -> Asked.ask(List.of(Asked.openAi(server)), Asked.PROMPT, Duration.ofMillis(700)));

        assertThat(error).hasMessageContaining("there was no response: there was none in time");
    }

    @Test
    void chat_fallback_askedWhenTheFirstFails() throws Exception {
        server.otherwise(request -> Reply.json(503, "{}"));
        other.thenText("from the other");

        ChatReply reply = Asked.ask(withFallback(), Asked.PROMPT, PLENTY);

        assertThat(reply.text()).isEqualTo("from the other");
    }

    @Test
    void chat_fallback_hasTimeEvenIfTheFirstHangs() throws Exception {
        server.otherwise(request -> Reply.stall());
        other.thenText("from the other");

        assertThat(Asked.ask(withFallback(), Asked.PROMPT, Duration.ofSeconds(6))
                        .text())
                .isEqualTo("from the other");
    }

    @Test
    void chat_fallbackFailsToo_bothReasonsTold() {
        server.otherwise(request -> Reply.json(401, "{}"));
        other.otherwise(request -> Reply.json(404, "{}"));

        ChatException error =
                catchThrowableOfType(ChatException.class, () -> Asked.ask(withFallback(), Asked.PROMPT, PLENTY));

        assertThat(error)
                .hasMessage("Expected an answer from model fast, but HTTP 401: \"{}\"."
                        + " Then from model spare, but HTTP 404: \"{}\".");
    }

    @Test
    void chat_refusal_notTakenToTheFallback() {
        server.then(Reply.message("{\"role\":\"assistant\",\"refusal\":\"No.\"}", "stop"));

        assertThat(catchThrowableOfType(ChatException.class, () -> Asked.ask(withFallback(), Asked.PROMPT, PLENTY)))
                .hasMessageContaining("refuses");
        assertThat(other.requests()).isEmpty();
    }

    @Test
    void chat_concurrencyLimit_sharedByAllWhoAskTheModel() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        server.otherwise(request -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            return (exchange, closing) -> {
                closing.await(20, TimeUnit.MILLISECONDS);
                now.decrementAndGet();
                Reply.text("ok").send(exchange, closing);
            };
        });
        ModelConfig two =
                Asked.openAi(server).withLimits(new Limits(2, Optional.empty(), PLENTY, 0, Duration.ofMillis(5)));
        ExecutorService threads = Executors.newFixedThreadPool(10);
        try (Models models = Models.of(two)) {
            LanguageModel one = models.get("fast");
            LanguageModel another = models.get("fast", Generation.DEFAULT.withStructured(StructuredOutput.OFF));
            List<Future<ChatReply>> replies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                LanguageModel model = i % 2 == 0 ? one : another;
                replies.add(threads.submit(
                        () -> model.chat(Asked.PROMPT, Instant.now().plus(PLENTY))));
            }
            for (Future<ChatReply> reply : replies) {
                assertThat(reply.get(5, TimeUnit.MINUTES).text()).isEqualTo("ok");
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(most.get()).isEqualTo(2);
    }

    @Test
    void chat_noPlaceInTime_saidSo() throws Exception {
        server.otherwise(request -> Reply.stall());
        ModelConfig one =
                Asked.openAi(server).withLimits(new Limits(1, Optional.empty(), PLENTY, 0, Duration.ofMillis(5)));
        try (Models models = Models.of(one)) {
            LanguageModel model = models.get("fast");
            CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(
                            Exception.class,
                            () -> model.chat(Asked.PROMPT, Instant.now().plus(PLENTY))),
                    Thread::startVirtualThread);
            await().until(() -> server.requests().size() == 1);

            assertThatThrownBy(() -> model.chat(Asked.PROMPT, Instant.now().plusMillis(200)))
                    .hasMessageContaining("none of its 1 places for requests at once was free in time");
            models.close();
            assertThat(first.get(5, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void chat_rateLimit_spreadsRequestsAndRefusesWhoCannotWait() throws Exception {
        server.otherwise(request -> Reply.text("ok"));
        ModelConfig slow =
                Asked.openAi(server).withLimits(new Limits(4, Optional.of(60), PLENTY, 0, Duration.ofMillis(5)));
        try (Models models = Models.of(slow)) {
            LanguageModel model = models.get("fast");
            long begin = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                model.chat(Asked.PROMPT, Instant.now().plus(PLENTY));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 3; i++) {
                            model.chat(Asked.PROMPT, Instant.now().plusMillis(50));
                        }
                    })
                    .hasMessageContaining("lasts longer than the time left");
        }
    }

    @Test
    void chat_schemaRefused_answersWithoutItFromThenOn() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"unknown field response_format\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt prompt = new ChatPrompt("s", "u", Optional.of(schema()));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isFalse();
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isFalse();
        }
        assertThat(server.requests())
                .extracting(request -> request.body().has("response_format"))
                .containsExactly(true, false, false);
    }

    @Test
    void chat_oneSchemaRefused_othersKept() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"Invalid schema for response_format 'answer': pattern\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt refused = new ChatPrompt("s", "u", Optional.of(schema()));
        ChatPrompt taken = new ChatPrompt("s", "u", Optional.of(schema().with("description", Json.of("other"))));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            for (ChatPrompt prompt : List.of(refused, refused, taken)) {
                assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                        .isEqualTo(prompt.equals(taken));
            }
        }
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void chat_severalSchemasRefusedAndNoneTaken_noneIsSentAnyMore() throws Exception {
        server.otherwise(request -> request.body().has("response_format")
                ? Reply.json(400, "{\"error\":\"no\"}")
                : Reply.text("{\"patch\":[]}"));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            for (int i = 0; i < 5; i++) {
                JsonObject schema = schema().with("description", Json.of("schema " + i));
                model.chat(
                        new ChatPrompt("s", "u", Optional.of(schema)),
                        Instant.now().plus(PLENTY));
            }
        }
        assertThat(server.requests()).hasSize(3 * 2 + 2);
    }

    @Test
    void chat_badRequestForAnotherReason_schemaKept() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"too long\"}"), Reply.json(400, "{\"error\":\"too long\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt prompt = new ChatPrompt("s", "u", Optional.of(schema()));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            assertThatThrownBy(() -> model.chat(prompt, Instant.now().plus(PLENTY)))
                    .hasMessageContaining("too long");
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isTrue();
        }
        assertThat(server.requests().get(2).at("/response_format/json_schema/schema"))
                .isEqualTo(schema());
    }

    @Test
    void chat_schemaInsistedOn_refusalIsTheError() {
        server.otherwise(request -> Reply.json(400, "{\"error\":\"unknown field response_format\"}"));
        ModelConfig on = Asked.openAi(server).withGeneration(Generation.DEFAULT.withStructured(StructuredOutput.ON));

        assertThatThrownBy(() -> Asked.ask(on, new ChatPrompt("s", "u", Optional.of(schema()))))
                .hasMessageContaining("unknown field response_format");
        assertThat(server.requests()).hasSize(1);
    }

    private static JsonObject schema() {
        return (JsonObject) JsonReader.parse(
                "{\"type\":\"object\",\"properties\":{\"patch\":{\"type\":\"array\"}},\"required\":[\"patch\"]}");
    }

    private List<ModelConfig> withFallback() {
        return List.of(
                Asked.named("fast", Optional.of("spare"), Asked.openAi(server)),
                Asked.named("spare", Optional.empty(), Asked.openAi(other)));
    }

    private static String failure(ModelConfig config) {
        return catchThrowableOfType(ChatException.class, () -> Asked.ask(List.of(config), Asked.PROMPT, PLENTY))
                .getMessage();
    }
}
