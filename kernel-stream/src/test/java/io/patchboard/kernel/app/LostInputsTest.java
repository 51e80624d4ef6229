package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LostInputsTest {

    private static final TopicPartition P0 = new TopicPartition("patchboard.commands", 0);
    private static final TopicPartition P1 = new TopicPartition("patchboard.commands", 1);
    private static final TopicPartition P2 = new TopicPartition("patchboard.proposals", 0);

    @Test
    void of_whatIsGoneBeforeItWasDecided_isCounted() {
        assertThat(LostInputs.of(Map.of(P0, 5L, P1, 7L, P2, 9L), Map.of(P0, 5L, P1, 3L, P2, 30L)))
                .containsExactly(Map.entry(P2, 21L));
        assertThat(LostInputs.sentence(LostInputs.of(Map.of(P2, 9L, P0, 1L), Map.of(P2, 30L, P0, 2L))))
                .contains("{patchboard.commands-0=1, patchboard.proposals-0=21}");
    }

    @Test
    void of_partitionThatIsNotThereAnyMore_isNothing() {
        assertThat(LostInputs.of(Map.of(P0, 5L), Map.of())).isEmpty();
    }
}
