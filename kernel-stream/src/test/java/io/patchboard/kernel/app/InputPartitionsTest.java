package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InputPartitionsTest {

    private static Optional<String> misfit(int commands, int proposals, Optional<Integer> spread) {
        return InputPartitions.misfit(new TreeMap<>(Map.of("p.commands", commands, "p.proposals", proposals)), spread);
    }

    @Test
    void misfit_asManyAsBoardsAreSpreadOver_isNone() {
        assertThat(misfit(12, 12, Optional.of(12))).isEmpty();
        assertThat(misfit(12, 12, Optional.empty())).isEmpty();
    }

    @Test
    void misfit_raised_saysHowMany_andWhatNotToDo() {
        assertThat(misfit(24, 24, Optional.of(12)).orElseThrow())
                .contains("the 12 partitions", "{p.commands=24, p.proposals=24}", "PATCHBOARD_PARTITIONS=12")
                .contains("StreamsResetter would lose every board");
        assertThat(misfit(12, 24, Optional.of(12)).orElseThrow()).contains("PATCHBOARD_PARTITIONS=12");
    }

    @Test
    void misfit_ofTheInputs_whereNoKernelHasBeen_isMendedWhileTheyAreEmpty() {
        assertThat(misfit(2, 4, Optional.empty()).orElseThrow())
                .contains("the same number of partitions, but got {p.commands=2, p.proposals=4}", "while it is empty");
    }
}
