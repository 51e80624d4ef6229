package io.patchboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTableTest {

    private static final int PER_TYPE = 40;
    private static final long SEED = 20260529;

    private static FaultReport report;

    @BeforeAll
    static void run() {
        report = FaultTable.run(PER_TYPE, SEED, progress -> {});
    }

    private static Row row(FaultType fault, SystemKind system) {
        return report.rows().stream()
                .filter(row -> row.fault() == fault && row.system() == system)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"INVALID_JSON", "BAD_PATH_OR_TYPE", "UNAUTHORIZED_WRITE", "FALSE_CLAIM_UNQUOTED"})
    void patchboard_holdsNothingOfTheFault(FaultType type) {
        assertThat(row(type, SystemKind.PATCHBOARD).count())
                .as("%s, seed %s: %s", type, SEED, report.varieties().get(type))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "CYCLE", mode = EnumSource.Mode.EXCLUDE)
    void controls_areContaminated(FaultType type) {
        assertThat(row(type, SystemKind.PLAIN).count()).isPositive();
        assertThat(row(type, SystemKind.PLAIN).count())
                .isGreaterThanOrEqualTo(row(type, SystemKind.STRUCTURED).count());
    }

    @ParameterizedTest
    @EnumSource(names = "CYCLE", mode = EnumSource.Mode.EXCLUDE)
    void controls_inTheirMildestReading_areContaminatedNoMore(FaultType type) {
        assertThat(List.of(SystemKind.PLAIN, SystemKind.STRUCTURED)).allSatisfy(system -> {
            Row row = row(type, system);
            assertThat(row.mildest().orElseThrow()).isBetween(0, row.count());
        });
        assertThat(row(type, SystemKind.PATCHBOARD).mildest()).isEmpty();
    }

    /** A role that is in the prompt alone stops strangers, as nobody asked them, and no worker that has its turn. */
    @Test
    void mildestReading_rolesByPrompt_stopStrangersOnly() {
        Row row = row(FaultType.UNAUTHORIZED_WRITE, SystemKind.PLAIN);

        assertThat(row.mildest().orElseThrow()).isBetween(1, row.count() - 1);
    }

    /** Who watches for a standstill finds some loops; those that change something all the time go on. */
    @Test
    void mildestReading_standstill_haltsSomeLoops() {
        assertThat(row(FaultType.CYCLE, SystemKind.STRUCTURED).mildest().orElseThrow())
                .isBetween(1, PER_TYPE - 1);
    }

    @Test
    void paper_hasItsThreeSystems() {
        assertThat(report.rows().stream()
                        .filter(row -> row.fault() == FaultType.UNAUTHORIZED_WRITE)
                        .map(row -> row.fault().paper(row.system())))
                .containsExactly(0.68, 0.52, 0.00);
    }

    @Test
    void irrelevantQuotes_someAreStopped_notAll() {
        assertThat(row(FaultType.FALSE_CLAIM_IRRELEVANT_QUOTE, SystemKind.PATCHBOARD)
                        .count())
                .isBetween(1, PER_TYPE - 1);
    }

    /**
     * The default {@code noOpStreak} counts a worker's answers without effect whatever they answer, so a wide fan-out
     * whose workers have nothing to say is halted; docs/faults.md has the count. Everything else comes to its end.
     */
    @Test
    void honestRuns_complete() {
        assertThat(report.honestEnds()).as("seed %s", SEED).containsExactly(Map.entry("completed", PER_TYPE));
        assertThat(report.haltedByMistake()).isZero();
    }

    @Test
    void json_hasTheFieldsOfTheContract() {
        List<JsonObject> lines = report.toJson();

        assertThat(lines).hasSize(FaultType.values().length * SystemKind.values().length + 1);
        List<String> names = new ArrayList<>(lines.get(0).names());
        assertThat(names)
                .containsExactly("fault", "system", "injected", "count", "rate", "low", "high", "paper", "mildest");
        assertThat(lines.get(0).get("paper"))
                .hasValueSatisfying(paper -> assertThat(paper).hasToString("0.81"));
        assertThat(lines.get(1).get("mildest"))
                .hasValueSatisfying(mildest ->
                        assertThat(((JsonObject) mildest).names()).containsExactly("count", "rate", "low", "high"));
        assertThat(lines.get(2).get("mildest"))
                .hasValueSatisfying(mildest -> assertThat(mildest).hasToString("null"));
        assertThat(lines.get(lines.size() - 1))
                .hasToString("{\"honestRuns\":40,\"haltedByMistake\":" + report.haltedByMistake() + "}");
    }

    /** Whatever stops a loop, it is no end of the board that the loop's blueprint brought about. */
    @Test
    void loops_areHaltedByADetectorInTime() {
        assertThat(report.detectors().keySet()).noneMatch(end -> end.startsWith("(ended"));
        assertThat(row(FaultType.CYCLE, SystemKind.PLAIN).count()).isZero();
        assertThat(row(FaultType.CYCLE, SystemKind.PATCHBOARD).count())
                .as("seed %s: %s", SEED, report.varieties().get(FaultType.CYCLE))
                .isEqualTo(PER_TYPE);
    }

    @Test
    void text_hasALineForEachRow() {
        assertThat(FaultText.lines(report))
                .filteredOn(line -> line.contains("/40 "))
                .hasSizeGreaterThanOrEqualTo(18);
    }

    @Test
    void sameSeed_sameTable() {
        List<Integer> done = new ArrayList<>();
        FaultReport again = FaultTable.run(3, 7, new Progress() {
            @Override
            public void begins(String part) {}

            @Override
            public void done(int count) {
                done.add(count);
            }
        });
        int parts = FaultType.values().length + 1;
        assertThat(done).hasSize(3 * parts).startsWith(1, 2, 3).endsWith(1, 2, 3);

        assertThat(FaultTable.run(3, 7, progress -> {})).isEqualTo(again);
        assertThat(FaultTable.run(3, 8, progress -> {}).varieties()).isNotEqualTo(again.varieties());
    }
}
