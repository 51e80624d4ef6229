package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.ShortLivedBoard.CHAIN;
import static io.patchboard.kernel.decide.ShortLivedBoard.START;
import static io.patchboard.kernel.decide.ShortLivedBoard.TWO;
import static io.patchboard.kernel.decide.ShortLivedBoard.board;
import static io.patchboard.kernel.decide.ShortLivedBoard.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a board is complete, and when it is stuck. */
class CompletionTest {

    // completion

    @Test
    void completion_comesBeforeTheInvocationsOfTheSameCommit() {
        Scenario board =
                board(CHAIN, "complete: {when: state.n == 7, result: /n}").created();

        List<LogEntry> entries = board.answer(board.invocation("w"), set(7));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
        BoardCompleted end = Scenario.only(entries, BoardCompleted.class);
        assertThat(end.result()).isEqualTo(Json.of(7));
        assertThat(end.stateHash().hex()).isEqualTo(board.board().stateHash());
        assertThat(board.board().phase()).isEqualTo(Phase.COMPLETED);
    }

    @Test
    void completion_closesOpenInvocations() {
        Scenario board = board(TWO, "complete: {when: state.n == 7}").created();
        WorkerInvoked other = board.invocation("v");

        BoardCompleted end = Scenario.only(board.answer(board.invocation("w"), set(7)), BoardCompleted.class);

        assertThat(end.abandonedInvocations()).containsExactly(other.invocationId());
        assertThat(end.result()).hasToString("{\"n\":7}");
        assertThat(board.board().open()).isEmpty();
        assertThat(Scenario.only(board.answer(other, set(8)), PatchRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void completion_ofTheFirstState_invitesNobody() {
        assertThat(board(START, "complete: {when: state.n == 0}").create())
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardCompleted.class);
    }

    @Test
    void completion_withoutAValueAtItsResult_isNull() {
        BoardCompleted end = Scenario.only(
                board("complete: {when: state.n == 0, result: /answer}").create(), BoardCompleted.class);
        assertThat(end.result()).isEqualTo(Json.nul());
    }

    // stuck

    @Test
    void boardThatNobodyCanMove_isStuck() {
        Scenario board =
                board(START, "complete: {when: state.n == 7, result: /n}").created();

        BoardHalted halt = Scenario.only(board.answer(board.invocation("w"), set(1)), BoardHalted.class);

        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.STUCK);
        assertThat(halt.result()).contains(Json.of(1));
        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
    }

    @Test
    void boardWithoutRulesAndGoal_isDoneAtOnce() {
        List<LogEntry> entries = board("").create();
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardCompleted.class);
        BoardCompleted completed = Scenario.only(entries, BoardCompleted.class);
        assertThat(completed.reason()).contains(BoardCompleted.Reason.QUIET);
        assertThat(completed.result()).isEqualTo(Texts.json("{n: 0}"));
    }

    @Test
    void stuckBoard_saysWhyItIsNotComplete() {
        BoardHalted halt = Scenario.only(
                board("complete: {when: state.missing.deeply == 1}").create(), BoardHalted.class);
        assertThat(halt.message())
                .contains("Its complete.when cannot be evaluated: ")
                .contains("missing");
    }

    @Test
    void boardWithUnsolicitedWorkers_isNeverStuck() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: open
                state: {schema: true, initial: {n: 0}}
                workers: {w: {unsolicited: true, write: [{op: [replace], path: /n}]}}
                """);
        assertThat(board.create()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardCreated.class);
        assertThat(board.propose("w", set(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }
}
