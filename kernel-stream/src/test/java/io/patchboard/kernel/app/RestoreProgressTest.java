package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.kernel.stream.KernelMeters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RestoreProgressTest {

    private static final TopicPartition BOARDS = new TopicPartition("boards-changelog", 0);
    private static final TopicPartition SLOTS = new TopicPartition("slots-changelog", 0);

    private final AtomicLong clock = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RestoreProgress restore = new RestoreProgress(meters, clock::get);

    @AfterEach
    void close() {
        restore.close();
        assertThat(meters.getMeters()).isEmpty();
    }

    private double metric() {
        return meters.get(KernelMeters.RESTORING.name()).gauge().value();
    }

    @Test
    void changelogs_areCountedTogether_fromWhereTheyWereReadOn() {
        restore.onRestoreStart(BOARDS, "boards", 100, 1_100);
        restore.onRestoreStart(SLOTS, "slots", 0, 3_000);
        assertThat(restore).hasToString("0 % of 4,000 records");

        restore.onBatchRestored(SLOTS, "slots", 1_999, 1_990);

        assertThat(restore).hasToString("50 % of 4,000 records");
        assertThat(metric()).isEqualTo(2_000);
        restore.onRestoreEnd(SLOTS, "slots", 2_980);
        assertThat(restore).hasToString("75 % of 4,000 records");
        restore.onRestoreEnd(BOARDS, "boards", 1_000);
        assertThat(metric()).isZero();
    }

    @Test
    void whatWasRestoredBefore_countsNoMore_andWhatIsGivenUp() {
        restore.onRestoreStart(BOARDS, "boards", 0, 1_000);
        restore.onRestoreEnd(BOARDS, "boards", 1_000);
        restore.onRestoreStart(BOARDS, "boards", 1_000, 1_200);
        restore.onRestoreStart(SLOTS, "slots", 0, 300);
        restore.onRestoreSuspended(SLOTS, "slots", 0);

        assertThat(restore).hasToString("0 % of 200 records");
    }

    @Test
    void awaits_asLongAsSomethingIsRead_andNoLonger() throws InterruptedException {
        Duration minute = Duration.ofMinutes(1);
        AtomicInteger batches = new AtomicInteger();
        CompletableFuture<Void> never = new CompletableFuture<>() {
            @Override
            public Void get(long timeout, TimeUnit unit) throws TimeoutException {
                clock.addAndGet(minute.toNanos() - 1);
                int batch = batches.incrementAndGet();
                if (batch <= 10) {
                    restore.onBatchRestored(BOARDS, "boards", batch * 1_000L, 1_000);
                }
                throw new TimeoutException();
            }
        };
        restore.onRestoreStart(BOARDS, "boards", 0, 1_000_000);

        assertThat(restore.awaits(never, minute)).isFalse();

        assertThat(batches)
                .as("ten minutes with progress, and one or two without")
                .hasValueBetween(11, 12);
        assertThat(restore.awaits(CompletableFuture.completedFuture(null), minute))
                .isTrue();
    }
}
