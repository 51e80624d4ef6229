package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class StandingOffsetsTest {

    private static final TopicPartition P0 = new TopicPartition("patchboard.proposals", 0);
    private static final TopicPartition P1 = new TopicPartition("patchboard.proposals", 1);

    private final StandingOffsets standing = new StandingOffsets(Duration.ofSeconds(30));

    private Map<TopicPartition, Long> observe(int second, long end0, long stable0, long end1, long stable1) {
        return standing.observe(
                Map.of(P0, end0, P1, end1), Map.of(P0, stable0, P1, stable1), Instant.ofEpochSecond(second));
    }

    @Test
    void openForLong_isToldOnce() {
        assertThat(observe(0, 5, 5, 7, 7)).isEmpty();
        assertThat(observe(10, 6, 5, 7, 7)).isEmpty();
        assertThat(observe(39, 8, 5, 9, 9)).isEmpty();
        assertThat(observe(40, 9, 5, 9, 9)).containsExactly(Map.entry(P0, 5L));
        assertThat(observe(80, 9, 5, 9, 9)).isEmpty();
    }

    @Test
    void movesOrEmpties_beginsAnew() {
        observe(0, 6, 5, 3, 2);
        assertThat(observe(30, 8, 7, 3, 3)).isEmpty(); // 0 has moved on, 1 has ended
        assertThat(observe(50, 8, 7, 4, 3)).isEmpty();
        assertThat(observe(60, 8, 7, 4, 3)).containsExactly(Map.entry(P0, 7L));
        assertThat(observe(80, 8, 7, 4, 3)).containsExactly(Map.entry(P1, 3L));
    }

    @Test
    void tell_namesPlaceTimeAndCommand() {
        assertThat(StandingOffsets.tell(P0, 5, Duration.ofSeconds(30), "host:1"))
                .contains("patchboard.proposals-0", "offset 5", "30 s", "transaction.max.timeout.ms")
                .endsWith("--bootstrap-server host:1 describe-producers --topic patchboard.proposals --partition 0");
    }
}
