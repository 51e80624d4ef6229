package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Raise;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Incidents of boards that are paused, ended, and of workers that hear of each other. */
class IncidentPauseTest {

    private static Scenario failed() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: paused
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident}}
                workers:
                  w: {write: [{op: [replace], path: /n}]}
                  late: {unsolicited: true, budgets: {tokens: 1}, write: [{op: [replace], path: /n}]}
                rules: [{name: start, on: {event: created}, invoke: w}]
                complete: {when: state.n == 1}
                """).created();
        assertThat(Scenario.only(board.fail(board.invocation("w"), "no"), NeedsPerson.class)
                        .detail())
                .isEqualTo("w");
        return board;
    }

    private static List<LogEntry> retry(Scenario board) {
        return board.command(new Decide(
                CommandHeader.of("decide", board.board().id(), "ada", ""),
                Optional.empty(),
                NeedsPerson.Option.RETRY,
                Optional.empty(),
                List.of()));
    }

    @Test
    void decidedDuringAPause_itIsInvitedAsSoonAsTheBoardGoesOn() {
        Scenario board = failed();
        board.pause();
        board.wait(Duration.ofMinutes(50));
        assertThat(retry(board)).hasSize(1);
        board.wait(Duration.ofMinutes(10));

        Scenario.only(board.resume(), WorkerInvoked.class);
    }

    @Test
    void timeBudget_raisedDuringAPause_hasNoTimeOfThePauseInIt() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: timed
                state: {schema: true, initial: {}}
                workers: {w: {policy: slow}}
                policies: {slow: {timeout: P1D}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                budgets: {duration: PT1H}
                """).created();
        assertThat(Scenario.only(board.tick(Duration.ofHours(1)), NeedsPerson.class)
                        .detail())
                .isEqualTo("duration");
        board.pause();
        board.wait(Duration.ofDays(1));

        List<LogEntry> entries = board.command(new Decide(
                CommandHeader.of("raise", board.board().id(), "ada", ""),
                Optional.empty(),
                NeedsPerson.Option.RAISE,
                Optional.empty(),
                List.of(new Raise("duration", new BigDecimal(5400)))));

        Scenario.only(entries, Decided.class);
        board.resume();
        assertThat(board.board().expires()).contains(board.now().plus(Duration.ofMinutes(30)));
    }

    @Test
    void whatWasGivenUp_isInvitedByAReopening_andWaitsForNobodyAnyMore() {
        Scenario board = failed();
        board.cancel();
        assertThat(board.board().work().incidents()).isEmpty();

        Scenario.only(board.reopen(), WorkerInvoked.class);

        assertThat(board.board().work().incidents()).isEmpty();
    }

    @Test
    void whoIsKeptOut_hearsOfItsOwnIncidentAlone() {
        Scenario board = failed();
        board.propose("late", "[{op: replace, path: /n, value: 2}]");
        assertThat(board.board().work().incidents()).hasSize(1);
        board.propose(new PatchProposal(
                "p-costly",
                board.board().id(),
                "late",
                Optional.empty(),
                Texts.json("[{op: replace, path: /n, value: 3}]"),
                Optional.of(new Usage(2, 0)),
                Optional.empty()));

        String message = Scenario.only(board.propose("late", "[]"), PatchRejected.class)
                .rejection()
                .message();

        assertThat(message).contains("budget").doesNotContain("attempt");
    }
}
