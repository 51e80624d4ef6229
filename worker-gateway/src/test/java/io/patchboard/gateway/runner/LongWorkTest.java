package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.LongWorker;
import io.patchboard.gateway.worker.Progress;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a worker may say of its progress, and whose it is. */
final class LongWorkTest {

    private final KeptCheckpoints checkpoints = new KeptCheckpoints();

    private LongWork begin(Invocation invocation) throws Exception {
        Clock clock = Clock.systemUTC();
        return LongWork.begin(invocation, new TimeLimit(clock, Duration.ofMinutes(1)), checkpoints, clock);
    }

    private static SampleInvocation sample() {
        return SampleInvocation.of("w").item("/notes/0", "\"a\"");
    }

    @Test
    void checkpoint_isThatOfTheSame_andOfNothingElse() throws Exception {
        begin(sample().id("i-1").build()).save(Json.of("halfway"));

        assertThat(begin(sample().id("i-2").attempt(2).build()).checkpoint()).contains(Json.of("halfway"));
        assertThat(begin(sample().id("i-3").board("another").build()).checkpoint())
                .isEmpty();
        assertThat(begin(SampleInvocation.of("other").item("/notes/0", "\"a\"").build())
                        .checkpoint())
                .isEmpty();
        assertThat(begin(SampleInvocation.of("w").item("/notes/0", "\"b\"").build())
                        .checkpoint())
                .isEmpty();
        assertThat(begin(SampleInvocation.of("w").item("/notes/1", "\"a\"").build())
                        .checkpoint())
                .isEmpty();
    }

    @Test
    void actionWithAKey_isTheSameWhateverItsItemIsNow() throws Exception {
        begin(sample().action("act-1").build()).save(Json.of("halfway"));

        assertThat(begin(SampleInvocation.of("w").action("act-1").build()).checkpoint())
                .contains(Json.of("halfway"));
        assertThat(begin(sample().action("act-2").build()).checkpoint()).isEmpty();
    }

    @Test
    void words_keepTheCheckpointOfBefore() throws Exception {
        begin(sample().build()).save(Json.of("halfway"));
        begin(sample().attempt(2).build()).report("going on");

        assertThat(begin(sample().attempt(3).build()).checkpoint()).contains(Json.of("halfway"));
        assertThat(checkpoints.saved.get(1).progress()).contains("going on");
    }

    @Test
    void words_areKeptAsPlainText() throws Exception {
        begin(sample().build()).report("half\u001b[2J of it");

        assertThat(checkpoints.saved.get(0).progress()).contains("half\\u001b[2J of it");
    }

    @Test
    void whatComesAfterTheEnd_isRefused() throws Exception {
        LongWork work = begin(sample().build());
        work.close();

        assertThatThrownBy(() -> work.save(Json.of(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("still open");
        assertThat(checkpoints.saved).isEmpty();
    }

    @Test
    void tooManyBytes_areRefused() throws Exception {
        LongWork work = begin(sample().build());
        Json large = Json.of("x".repeat(LongWork.MOST_BYTES - 2));
        for (int i = 0; i < 128; i++) {
            work.save(large);
        }

        assertThatThrownBy(() -> work.save(large)).hasMessageContaining("Report less often");
        assertThatThrownBy(() -> begin(sample().build()).save(Json.of("x".repeat(LongWork.MOST_BYTES))))
                .hasMessageContaining("Keep what is large elsewhere");
    }

    @Test
    void workerInJava_thatIgnoresTheEndOfItsTime_savesNothingAnyMore() throws Exception {
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch answered = new CountDownLatch(1);
            CompletableFuture<Void> saved = new CompletableFuture<>();
            LongWorker deaf = new LongWorker() {
                @Override
                public Answer work(Invocation invocation, Progress progress) {
                    begun.countDown();
                    while (answered.getCount() > 0) {
                        try {
                            answered.await();
                        } catch (InterruptedException e) {
                            // It is deaf.
                        }
                    }
                    try {
                        progress.save(Json.of("of the first attempt"));
                        saved.complete(null);
                    } catch (IllegalStateException e) {
                        saved.completeExceptionally(e);
                    }
                    return Answer.nothing();
                }
            };
            try (JavaRunner runner = new JavaRunner("w", deaf, limit, Clock.systemUTC(), 1, checkpoints)) {
                runner.run(sample().build()).toCompletableFuture().get(5, TimeUnit.MINUTES);
                answered.countDown();
                if (begun.getCount() > 0) {
                    return false;
                }
                assertThatThrownBy(() -> saved.get(5, TimeUnit.MINUTES)).hasMessageContaining("still open");
                return true;
            }
        });
        assertThat(checkpoints.saved).isEmpty();
    }

    /** Fails after it has saved, and is asked again. */
    @Test
    void workerInJava_goesOnWhereItWas() throws Exception {
        List<Optional<Json>> given = new CopyOnWriteArrayList<>();
        LongWorker slow = new LongWorker() {
            @Override
            public Answer work(Invocation invocation, Progress progress) {
                given.add(progress.checkpoint());
                if (given.size() == 1) {
                    progress.report("half of it");
                    progress.save(Json.of("halfway"));
                    throw new IllegalStateException("out of luck");
                }
                return Answer.nothing();
            }
        };
        try (JavaRunner runner = new JavaRunner("w", slow, Duration.ofMinutes(5), Clock.systemUTC(), 1, checkpoints)) {
            Answer first =
                    runner.run(sample().id("i-1").build()).toCompletableFuture().get(5, TimeUnit.MINUTES);
            Answer second =
                    runner.run(sample().id("i-2").build()).toCompletableFuture().get(5, TimeUnit.MINUTES);

            assertThat(first.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.BUG);
            assertThat(second.usage().orElseThrow().circumstances().checkpoint())
                    .isPresent();
            assertThat(given).containsExactly(Optional.empty(), Optional.of(Json.of("halfway")));
        }
    }
}
