package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class MissingEntriesTest {

    private static final TopicPartition REJECTED = new TopicPartition("rejected", 0);

    private final List<Long> told = new ArrayList<>();
    private final LogMerge merge = new LogMerge(next -> told.add(next.sequence()), repeated -> {});
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private boolean away;

    private final MissingEntries missing = new MissingEntries(consumer, merge, Duration.ZERO, partitions -> {
        if (away) {
            throw new TimeoutException("no leader");
        }
        return Map.of(REJECTED, 5L);
    });

    private static LogRecord entry(int sequence) {
        return SampleLog.completed("a").records().get(sequence - 1);
    }

    private void passOver(int times) {
        for (int i = 0; i < times; i++) {
            missing.passOver(partition -> false);
        }
    }

    @Test
    void entryInATransactionThatIsStillOpenElsewhere_isWaitedFor() {
        consumer.assign(List.of(REJECTED));
        consumer.seek(REJECTED, 3); // committed up to here, and written up to 5
        merge.offer(entry(2));

        passOver(5);
        assertThat(told).isEmpty();

        merge.offer(entry(1));
        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void entryThatIsNotThereOnceAllIsRead_isPassedOver_andWhatCameLaterIsNot() {
        consumer.assign(List.of(REJECTED));
        consumer.seek(REJECTED, 3);
        merge.offer(entry(2));
        passOver(2);
        merge.offer(entry(5));

        consumer.seek(REJECTED, 5);
        passOver(1);

        assertThat(told).containsExactly(2L);
        assertThat(merge.waiting()).isEqualTo(1);
    }

    @Test
    void brokerIsAway_nothingIsPassedOver() {
        consumer.assign(List.of(REJECTED));
        consumer.seek(REJECTED, 5);
        merge.offer(entry(2));
        away = true;
        passOver(5);
        assertThat(told).isEmpty();

        away = false;
        passOver(2);
        assertThat(told).containsExactly(2L);
    }
}
