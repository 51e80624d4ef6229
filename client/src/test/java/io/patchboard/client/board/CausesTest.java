package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.board.Causes.Chain;
import io.patchboard.client.board.Causes.Link;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.JsonArray;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static Causes of(List<LogEntry> log) {
        Causes causes = new Causes();
        log.forEach(causes::accept);
        return causes;
    }

    private static List<Long> sequences(List<Link> links) {
        return links.stream().map(Link::sequence).toList();
    }

    /** Created 1, invited 2, answered 3, invited by that 4, rejected 5, an uninvited rejection 6, the end 7. */
    @Test
    void chain_goesBackToTheCreation_andForwardToAllThatFollowed() {
        Causes causes = of(SampleLog.completed("b").entries());

        Chain answer = causes.of(3).orElseThrow();
        assertThat(answer.entry().type()).isEqualTo("PatchCommitted");
        assertThat(sequences(answer.causes())).containsExactly(1L, 2L);
        assertThat(sequences(answer.caused())).containsExactly(4L, 5L);
        Chain rejected = causes.of(5).orElseThrow();
        assertThat(sequences(rejected.causes())).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rejected.caused()).isEmpty();
        assertThat(causes.of(4).orElseThrow().entry().rule()).contains("again");
        assertThat(sequences(causes.of(1).orElseThrow().caused())).containsExactly(2L, 3L, 4L, 5L);
    }

    @Test
    void whatCameUninvited_wasCausedByNothing_andTheEndByTheEntryBeforeIt() {
        Causes causes = of(SampleLog.completed("b").entries());

        assertThat(causes.of(6).orElseThrow().causes()).isEmpty();
        assertThat(sequences(causes.of(6).orElseThrow().caused())).containsExactly(7L);
        assertThat(sequences(causes.of(7).orElseThrow().causes())).containsExactly(6L);
    }

    private static SampleLog givenUp() {
        return new SampleLog("b")
                .created()
                .invoked("i-1")
                .rejected("p-1", "i-1")
                .add(new BranchStopped(
                        new Trigger("again", 1, Optional.empty()),
                        Optional.of("counter"),
                        BranchStopped.Reason.ATTEMPTS_SPENT,
                        "enough",
                        List.of()));
    }

    @Test
    void branchThatIsGivenUp_wasCausedByTheLastRejection_too() {
        SampleLog log = givenUp();

        assertThat(sequences(of(log.entries()).of(4).orElseThrow().causes())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void restoreThatTheBlueprintAsksFor_wasCausedByWhatWasGivenUp() {
        SampleLog log = givenUp();
        log.add(new BoardRestored(
                Optional.empty(),
                Optional.of("begun"),
                1,
                JsonArray.EMPTY,
                StateHash.of(JsonArray.EMPTY),
                List.of(),
                List.of(),
                Optional.empty()));

        assertThat(sequences(of(log.entries()).of(5).orElseThrow().causes())).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void entryThatIsNotThere_hasNoChain_andALogThatWasCutLeadsBackAsFarAsItGoes() {
        List<LogEntry> log = SampleLog.completed("b").entries();

        assertThat(of(log).of(8)).isEmpty();
        assertThat(of(List.of()).last()).isZero();
        assertThat(sequences(of(log.subList(2, 7)).of(5).orElseThrow().causes()))
                .containsExactly(3L, 4L);
    }
}
