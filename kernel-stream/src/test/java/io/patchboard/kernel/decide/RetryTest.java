package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.ShortLivedBoard.SECOND;
import static io.patchboard.kernel.decide.ShortLivedBoard.START;
import static io.patchboard.kernel.decide.ShortLivedBoard.TWO;
import static io.patchboard.kernel.decide.ShortLivedBoard.board;
import static io.patchboard.kernel.decide.ShortLivedBoard.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked for again, when, and how often. */
class RetryTest {

    @Test
    void rejectedAnswer_isAskedForAgainAtOnce_andTheViewSaysWhy() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked first = board.invocation("w");

        List<LogEntry> entries = board.answer(first, "[{op: add, path: /missing/x, value: 1}]");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        WorkerInvoked second = board.invocation("w");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.trigger()).isEqualTo(first.trigger());
        assertThat(second.invocationId()).isNotEqualTo(first.invocationId());
        assertThat(second.view().toString()).contains("path-missing").contains("/missing/x");
        assertThat(first.view().toString()).doesNotContain("rejections");
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).contains(board.now());
    }

    @Test
    void attemptsSpent_leaveTheBoardStuck() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        board.fail(board.invocation("w"), "no idea");

        List<LogEntry> entries = board.fail(board.invocation("w"), "still none");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).isEmpty();
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().message())
                .isEqualTo("Expected an answer of worker \"w\", but it reports: still none");
    }

    @Test
    void fixedBackoff_waitsItsBaseEachTime() {
        Scenario board = board(START, policy("{maxAttempts: 4, backoff: {mode: fixed, base: PT3S}}"))
                .created();

        for (int attempt = 2; attempt <= 4; attempt++) {
            assertThat(board.fail(board.invocation("w"), "no"))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchRejected.class);
            assertThat(board.tick(SECOND.multipliedBy(3).minusMillis(1))).isEmpty();
            WorkerInvoked again = Scenario.only(board.tick(Duration.ofMillis(1)), WorkerInvoked.class);
            assertThat(again.attempt()).isEqualTo(attempt);
        }
        assertThat(board.fail(board.invocation("w"), "no"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
    }

    @Test
    void exponentialBackoff_doublesUpToItsCap() {
        Scenario board = board(START, policy("{maxAttempts: 9, backoff: {mode: exponential, base: PT1S, cap: PT5S}}"))
                .created();

        for (int seconds : List.of(1, 2, 4, 5, 5)) {
            Instant failed = board.now();
            PatchRejected entry = Scenario.only(board.fail(board.invocation("w"), "no"), PatchRejected.class);
            assertThat(entry.retryAt()).contains(failed.plusSeconds(seconds));
            board.tick(SECOND.multipliedBy(seconds));
        }
        assertThat(board.invocation("w").attempt()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{base: PT10M} | 600",
                "{mode: fixed, base: PT10M, cap: PT1M} | 600",
                "{mode: exponential, base: PT10M} | 600",
                "{mode: exponential, base: PT10M, cap: PT1M} | 60",
            })
    void pause_isNeverShorterThanItsBase_unlessACapIsDeclaredForOneThatDoubles(String backoff, long seconds) {
        Scenario board = board(START, policy("{maxAttempts: 2, backoff: " + backoff + "}"))
                .created();
        Instant failed = board.now();

        PatchRejected entry = Scenario.only(board.fail(board.invocation("w"), "no"), PatchRejected.class);

        assertThat(entry.retryAt()).contains(failed.plusSeconds(seconds));
    }

    @Test
    void timeout_isRejectedAtTheDeadline_andAskedForAgain() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked first = board.invocation("w");
        assertThat(first.deadline()).isEqualTo(board.now().plusSeconds(10));
        assertThat(board.tick(SECOND.multipliedBy(10).minusMillis(1))).isEmpty();

        List<LogEntry> entries = board.tick(Duration.ofMillis(1));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        PatchRejected timeout = Scenario.only(entries, PatchRejected.class);
        assertThat(timeout.stage()).isEqualTo(Stage.TIMEOUT);
        assertThat(timeout.invocationId()).contains(first.invocationId());
        assertThat(timeout.proposalId()).isEmpty();
        assertThat(timeout.worker()).contains("w");
        assertThat(timeout.rejection().message()).startsWith("Expected an answer of worker \"w\" before ");
        assertThat(board.tick(SECOND.multipliedBy(10)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
    }

    @Test
    void tick_beforeAnythingIsDue_writesNothing() {
        Scenario board = board(START).created();
        assertThat(board.tick(SECOND)).isEmpty();
        assertThat(new Scenario(Texts.json("{}"), Limits.DEFAULT).tick(SECOND)).isEmpty();
    }

    @Test
    void timeouts_ofManyInvocations_comeInTheOrderOfTheirDeadlines() {
        Scenario board = board(
                        TWO, "policies: {default: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}}}")
                .created();
        WorkerInvoked w = board.invocation("w");
        WorkerInvoked v = board.invocation("v");

        List<LogEntry> entries = board.tick(Duration.ofMinutes(1));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        PatchRejected.class,
                        BranchStopped.class,
                        PatchRejected.class,
                        BranchStopped.class,
                        BoardHalted.class);
        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(PatchRejected.class::isInstance)
                .extracting(entry -> ((PatchRejected) entry).invocationId().orElseThrow())
                .containsExactlyInAnyOrder(w.invocationId(), v.invocationId());
    }
}
