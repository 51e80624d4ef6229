package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Replaced;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Raise;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that takes another one's place keeps it (paper, Table 2: switch-worker). */
class SwitchTest {

    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    /** Anybody may ask for work of either kind; w trips with its second rejection. */
    private static Scenario board(String onTrip) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: switching
                state:
                  schema: {properties: {n: {type: integer}, jobs: {type: array}, other: {type: array}}}
                  initial: {n: 0, jobs: [], other: []}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}, {op: [add], path: /other/-}]}
                  w: {read: [/n], write: [{op: [replace], path: /n}], maxConcurrent: 1}
                  senior: {read: [/n], write: [{op: [replace], path: /n}]}
                  expert: {read: [/n], write: [{op: [replace], path: /n}]}
                rules:
                  - {name: job, on: {path: '/jobs/*', op: [add]}, invoke: w}
                  - {name: else, on: {path: '/other/*', op: [add]}, invoke: {choose: "'w'", among: [w, expert]}}
                circuit: {invalidStreak: {trigger: 2, worker: 100, board: 100}, onTrip: %s}
                """.formatted(onTrip)).created();
    }

    private static List<LogEntry> job(Scenario board, String kind) {
        return board.propose("clerk", "[{op: add, path: /" + kind + "/-, value: do}]");
    }

    private static List<LogEntry> trip(Scenario board, String worker) {
        board.answer(board.invocation(worker), WRONG);
        return board.answer(board.invocation(worker), WRONG);
    }

    private static void finish(Scenario board, String worker, int n) {
        board.answer(board.invocation(worker), "[{op: replace, path: /n, value: " + n + "}]");
    }

    @Test
    void fromThenOn_theRuleInvitesTheOther_sayingWhy() {
        Scenario board = board("[{switch: senior}]");
        job(board, "jobs");
        List<LogEntry> tripped = trip(board, "w");
        LogEntry trip = Scenario.onlyEntry(tripped, CircuitTripped.class);
        assertThat(((CircuitTripped) trip.event()).replaced()).contains(new Replaced("w", Optional.of("job")));
        finish(board, "senior", 1);

        WorkerInvoked next = Scenario.only(job(board, "jobs"), WorkerInvoked.class);

        assertThat(next.worker()).isEqualTo("senior");
        assertThat(next.cause()).contains(new Cause(Cause.Action.SWITCH, trip.sequence()));
        assertThat(next.attempt()).isEqualTo(1);
    }

    @Test
    void anotherRule_keepsItsWorker() {
        Scenario board = board("[{switch: senior}]");
        job(board, "jobs");
        trip(board, "w");

        WorkerInvoked next = Scenario.only(job(board, "other"), WorkerInvoked.class);

        assertThat(next.worker()).isEqualTo("w");
        assertThat(next.cause()).isEmpty();
    }

    @Test
    void ofAWorkerAsAWhole_allRulesInviteTheOther_choicesIncluded() {
        Scenario whole = new Scenario("""
                apiVersion: patchboard/v1
                name: whole
                state: {schema: {properties: {n: {type: integer}, jobs: {type: array}}}, initial: {n: 0, jobs: []}}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}]}
                  w: {read: [/n], write: [{op: [replace], path: /n}]}
                  senior: {read: [/n], write: [{op: [replace], path: /n}]}
                rules: [{name: job, on: {path: '/jobs/*', op: [add]}, invoke: {choose: "'w'", among: [w]}}]
                circuit: {invalidStreak: {trigger: 100, worker: 2, board: 100}, onTrip: [{switch: senior}]}
                """).created();
        job(whole, "jobs");
        CircuitTripped trip = Scenario.only(trip(whole, "w"), CircuitTripped.class);
        assertThat(trip.replaced()).contains(new Replaced("w", Optional.empty()));
        assertThat(Scenario.only(job(whole, "jobs"), WorkerInvoked.class).worker())
                .isEqualTo("senior");
    }

    /** The second rejection is the last attempt of w, too. */
    private static Scenario spentAtItsTrip(String action, String more) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: once
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}]}
                  senior: {read: [/n], write: [{op: [replace], path: /n}]}
                policies: {default: {retry: {maxAttempts: 2}}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {invalidStreak: {trigger: 2, worker: 100, board: 100}, onTrip: [{%s: senior}]}
                """.formatted(action) + more).created();
    }

    @ParameterizedTest
    @ValueSource(strings = {"switch", "repair"})
    void whatAnotherDoes_whenAttemptsAreSpent_isNotGivenUp(String action) {
        Scenario board = spentAtItsTrip(action, "");
        WorkerInvoked first = board.invocation("w");

        CircuitTripped trip = Scenario.only(trip(board, "w"), CircuitTripped.class);
        finish(board, "senior", 1);

        assertThat(trip.insteadOf()).contains(new BoardReopened.Invite("w", first.trigger()));
        assertThat(board.board().phase()).isEqualTo(Phase.COMPLETED);
    }

    /** The board cannot afford whom the detector calls. */
    @Test
    void whatNobodyCouldBeAskedFor_isDoneByTheOther_whenTheBoardIsReopened() {
        Scenario board = spentAtItsTrip("repair", "onIncident: halt\nbudgets: {invocations: 2}\n");
        WorkerInvoked first = board.invocation("w");
        trip(board, "w");
        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);

        BoardReopened reopened =
                Scenario.only(board.reopen(new Raise("invocations", BigDecimal.valueOf(9))), BoardReopened.class);

        assertThat(reopened.invites()).containsExactly(new BoardReopened.Invite("senior", first.trigger()));
    }

    @Test
    void whatWaitsForItsPlace_goesToTheOther() {
        Scenario board = board("[{switch: senior}]");
        job(board, "jobs");
        job(board, "jobs");
        assertThat(board.board().held()).hasSize(1);

        trip(board, "w");

        assertThat(board.invocations("senior")).hasSize(2);
        assertThat(board.invocations("w")).isEmpty();
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void escalation_goesOnWithWhoTookThePlace() {
        Scenario board = board("[{switch: senior}, {switch: expert}, halt]");
        job(board, "jobs");
        trip(board, "w");
        trip(board, "senior");
        finish(board, "expert", 1);
        assertThat(Scenario.only(job(board, "jobs"), WorkerInvoked.class).worker())
                .isEqualTo("expert");
        trip(board, "expert");

        assertThat(board.entries(CircuitTripped.class))
                .extracting(CircuitTripped::target)
                .containsExactly(Optional.of("senior"), Optional.of("expert"), Optional.empty());
        assertThat(board.entries(BoardHalted.class)).hasSize(1);
    }

    @Test
    void switchBack_isAnotherStep() {
        Scenario board = board("[{switch: senior}, {switch: w}]");
        job(board, "jobs");
        trip(board, "w");
        trip(board, "senior");
        finish(board, "w", 1);

        assertThat(Scenario.only(job(board, "jobs"), WorkerInvoked.class).worker())
                .isEqualTo("w");
    }

    @Test
    void reopening_givesEveryRuleItsOwnWorkerBack() {
        Scenario board = board("[{switch: senior}]");
        job(board, "jobs");
        trip(board, "w");
        board.cancel();
        assertThat(board.board().circuit().switches().inOrder()).isEmpty();
        board.reopen();
        assertThat(Scenario.only(job(board, "jobs"), WorkerInvoked.class).worker())
                .isEqualTo("w");
    }
}
