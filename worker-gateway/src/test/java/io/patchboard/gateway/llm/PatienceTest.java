package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.patience.Ports;
import io.patchboard.gateway.runner.CapturedLog;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is tried again, what is waited for, and when it is given up. */
final class PatienceTest extends TwoServers {

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
        try (Socket unheard = Ports.unheard()) {
            URI nobody = URI.create("http://127.0.0.1:" + unheard.getLocalPort());
            ModelConfig config = ModelConfig.of("gone", Provider.OPENAI, nobody, "m", Optional.empty())
                    .withLimits(Asked.QUICK);

            assertThat(failure(config)).contains("there was no response: nobody could be reached at http://");
        }
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
        MoreTime.until(Duration.ofMillis(300), limit -> {
            ModelConfig impatient =
                    Asked.openAi(server).withLimits(new Limits(4, Optional.empty(), limit, 3, Duration.ofMillis(5)));
            server.then(Reply.stall(), Reply.stallInBody()).otherwise(request -> Reply.text("at last"));
            try {
                assertThat(Asked.ask(impatient, Asked.PROMPT).text()).isEqualTo("at last");
                return true;
            } catch (ChatException e) {
                return false;
            }
        });
    }

    @Test
    void chat_streamThatHangs_endsAtTheDeadline() throws Exception {
        server.otherwise(request -> Reply.stalledStream("{\"patch\""));

        assertOutOfTime(Asked.streaming(Asked.openAi(server)), "the response broke off: there was none in time");
    }

    @Test
    void chat_slowerThanTheDeadline_endsAtTheDeadline() throws Exception {
        server.otherwise(request -> Reply.text("late").after(Duration.ofHours(1)));

        assertOutOfTime(Asked.openAi(server), "there was no response: there was none in time");
    }

    /** Time may be over before there is as much as a request. */
    private static void assertOutOfTime(ModelConfig config, String reason) throws Exception {
        MoreTime.until(
                Duration.ofMillis(700),
                limit -> catchThrowableOfType(
                                ChatException.class, () -> Asked.ask(List.of(config), Asked.PROMPT, limit))
                        .getMessage()
                        .contains(reason));
    }

    private static String failure(ModelConfig config) {
        return catchThrowableOfType(ChatException.class, () -> Asked.ask(List.of(config), Asked.PROMPT, PLENTY))
                .getMessage();
    }
}
