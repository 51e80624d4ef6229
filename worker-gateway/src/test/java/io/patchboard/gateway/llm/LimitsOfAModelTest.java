package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.patience.MoreTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How many may ask a model at once, and how often. */
final class LimitsOfAModelTest extends TwoServers {

    @Test
    void chat_concurrencyLimit_sharedByAllWhoAskTheModel() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch twoAreIn = new CountDownLatch(2);
        server.otherwise(request -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            twoAreIn.countDown();
            return (exchange, closing) -> {
                twoAreIn.await(5, TimeUnit.MINUTES);
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

            MoreTime.until(
                    Duration.ofMillis(200),
                    limit -> catchThrowableOfType(
                                    ChatException.class,
                                    () -> model.chat(Asked.PROMPT, Instant.now().plus(limit)))
                            .getMessage()
                            .contains("none of its 1 places for requests at once was free in time"));
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
        }
        ModelConfig onceAMinute =
                Asked.openAi(server).withLimits(new Limits(4, Optional.of(1), PLENTY, 0, Duration.ofMillis(5)));
        try (Models models = Models.of(onceAMinute)) {
            LanguageModel model = models.get("fast");
            model.chat(Asked.PROMPT, Instant.now().plus(PLENTY));
            assertThatThrownBy(() -> model.chat(Asked.PROMPT, Instant.now().plusSeconds(20)))
                    .hasMessageContaining("lasts longer than the time left");
        }
    }
}
