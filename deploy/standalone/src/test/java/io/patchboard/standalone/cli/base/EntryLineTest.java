package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EntryLineTest {

    private static final LogHeader HEADER =
            new LogHeader("b-1", 7, 3, Instant.parse("2026-01-01T00:00:00Z"), LogHeader.GENESIS_HASH, "");
    private static final Trigger TRIGGER = new Trigger("extract", 2, Optional.of("/sources/0"));

    private static String line(LogEntry entry) {
        return EntryLine.summary(entry, Style.PLAIN);
    }

    @Test
    void trip_namesDetectorWorkerAndAction() {
        assertThat(line(new LogEntry(
                        HEADER,
                        new CircuitTripped(
                                CircuitTripped.Detector.INVALID_STREAK,
                                CircuitTripped.Scope.WORKER,
                                Optional.of("w"),
                                Optional.empty(),
                                CircuitTripped.Action.REPAIR,
                                Optional.of("v"),
                                Optional.empty(),
                                "Five in a row were rejected.",
                                List.of(3L, 5L)))))
                .startsWith("tripped   invalidStreak w")
                .endsWith("Five in a row were rejected.  (repair v)");
    }

    @Test
    void stoppedBranch_namesWorkerRuleAndReason() {
        assertThat(line(new LogEntry(
                        HEADER,
                        new BranchStopped(
                                TRIGGER,
                                Optional.of("w"),
                                BranchStopped.Reason.ATTEMPTS_SPENT,
                                "Attempt 3 failed, too.",
                                List.of()))))
                .startsWith("stopped   w < extract")
                .endsWith("attempts-spent  Attempt 3 failed, too.");
    }

    @Test
    void budgetWarning_namesTheBudget() {
        assertThat(line(new LogEntry(
                        HEADER,
                        new BudgetWarning(
                                BudgetKind.TOKENS,
                                Optional.of("w"),
                                Json.of(80),
                                Json.of(100),
                                "80 of 100 tokens are used."))))
                .startsWith("budget    w tokens")
                .endsWith("80 of 100 tokens are used.");
    }

    @Test
    void heldTrigger_saysWhatItWaitsForAndUntilWhen() {
        assertThat(line(new LogEntry(
                        HEADER,
                        new TriggerHeld(
                                TRIGGER,
                                Optional.of("w"),
                                TriggerHeld.Reason.BATCH,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(HEADER.time().plusSeconds(2)),
                                List.of()))))
                .startsWith("wait      w < extract")
                .endsWith("/sources/0  for batch, until 2026-01-01 00:00:02.000");
    }
}
