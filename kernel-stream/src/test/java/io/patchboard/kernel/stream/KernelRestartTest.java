package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers, and what a restart finds again. */
final class KernelRestartTest extends KernelRig {

    @Test
    void invocation_withoutAnswer_timesOutAndIsMadeAgain() {
        WorkerInvoked first = createBoard();

        List<LogEntry> entries = kernel.advance(Duration.ofSeconds(11));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        PatchRejected timeout = (PatchRejected) entries.get(0).event();
        assertThat(timeout.stage()).isEqualTo(Stage.TIMEOUT);
        assertThat(timeout.invocationId()).contains(first.invocationId());
        assertThat(((WorkerInvoked) entries.get(1).event()).attempt()).isEqualTo(2);
    }

    @Test
    void restart_goesOnWhereItWas(@TempDir Path newStateDir) {
        WorkerInvoked invoked = createBoard();
        String before = scribble("u1");
        kernel.propose("b1", before);

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.propose("b1", before)).isEmpty();
        assertThat(kernel.propose("b1", scribble("u2")))
                .singleElement()
                .extracting(LogEntry::sequence)
                .isEqualTo(4L);
        List<LogEntry> entries = kernel.propose(
                "b1", answer("p1", invoked, "[{\"op\":\"add\",\"path\":\"/summary\",\"value\":\"done\"}]"));
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
        assertThat(entries.get(1).header().version()).isEqualTo(4);
    }

    @Test
    void timers_fireOnce_andSurviveARestart(@TempDir Path newStateDir) {
        createBoard();
        assertThat(kernel.advance(Duration.ofSeconds(9))).isEmpty();

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.advance(Duration.ofMillis(500))).isEmpty();
        assertThat(kernel.advance(Duration.ofSeconds(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        assertThat(kernel.advance(Duration.ofSeconds(5))).isEmpty();
        assertThat(kernel.advance(Duration.ofSeconds(6)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);
        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void timeBudget_warnsAndCallsAPersonByTimer_eachOnce_acrossARestart(@TempDir Path newStateDir) {
        String limited = BLUEPRINT.replace("'name':'notes'", "'name':'limited','budgets':{'duration':'PT5S'}");
        kernel.command("b1", KernelDriver.createBoard("b1", limited, "{'notes':[]}"));
        assertThat(kernel.advance(Duration.ofMillis(3_900))).isEmpty();

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.advance(Duration.ofMillis(200)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BudgetWarning.class);
        assertThat(kernel.advance(Duration.ofMillis(800))).isEmpty();
        assertThat(kernel.advance(Duration.ofMillis(200)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(NeedsPerson.class);
        assertThat(kernel.advance(Duration.ofHours(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class);
    }
}
