package io.patchboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class CircuitTableTest {

    private static final int RUNS = 40;

    private final List<CircuitTable.Row> rows = CircuitTable.run(RUNS, 20260529, progress -> {});

    @Test
    void defaults_haltEveryLoop_andNoHonestRun() {
        CircuitTable.Row ours = rows.get(0);
        assertThat(ours.setting()).isEqualTo("default");
        assertThat(ours.halted()).isEqualTo(RUNS);
        assertThat(ours.haltedByMistake()).isZero();
        assertThat(ours.medianSteps()).isPositive();
    }

    @Test
    void thresholdsOfThePaper_haltHonestRuns() {
        assertThat(rows.subList(1, 3)).allSatisfy(row -> {
            assertThat(row.haltedByMistake()).isPositive();
            assertThat(row.tripped()).isGreaterThanOrEqualTo(row.haltedByMistake());
        });
    }

    @Test
    void text_hasALineForEachSetting() {
        assertThat(CircuitTable.lines(rows))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(90));
        assertThat(rows.get(1).toJson().names())
                .containsExactly(
                        "circuit", "loops", "halted", "medianSteps", "honestRuns", "tripped", "haltedByMistake");
    }
}
