package io.patchboard.gateway.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class AlarmTest {

    @Test
    void in_delayIsOver_doneOnAThreadThatHasNothingOfWhoSetIt() throws Exception {
        InheritableThreadLocal<String> work = new InheritableThreadLocal<>();
        work.set("invocation i-1");
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Optional<String>> seen = new CompletableFuture<>();
        Alarm.in(Duration.ZERO, () -> {
            thread.complete(Thread.currentThread());
            seen.complete(Optional.ofNullable(work.get()));
        });
        assertThat(seen.get(5, TimeUnit.MINUTES)).isEmpty();
        assertThat(thread.join().isVirtual()).isTrue();
    }

    @Test
    void in_oneTakesLong_othersAreDone() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Alarm.in(Duration.ZERO, () -> {
            try {
                finish.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Alarm.in(Duration.ofMillis(1), done::countDown);
        assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
        finish.countDown();
    }

    @Test
    void cancel_itsThreadWaitsForAProcessor_notDone() {
        AtomicBoolean done = new AtomicBoolean();
        Alarm alarm = Alarm.in(Duration.ofDays(1), () -> done.set(true));
        alarm.cancel();
        alarm.goOff();
        assertThat(done).isFalse();
    }
}
