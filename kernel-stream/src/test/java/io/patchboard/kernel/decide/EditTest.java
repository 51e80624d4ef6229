package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator changes by hand. */
class EditTest extends OperatorRig {

    @Test
    void edit_needsNoContract_andRulesSeeIt() {
        Scenario board = board();

        List<LogEntry> entries = edit(board, "[{op: add, path: /sources/-, value: b}]");

        BoardEdited edited = Scenario.only(entries, BoardEdited.class);
        assertThat(edited.by()).contains("ada");
        assertThat(edited.reason()).contains("because");
        assertThat(edited.patch()).isEqualTo(Texts.json("[{op: add, path: /sources/1, value: b}]"));
        assertThat(Scenario.only(entries, WorkerInvoked.class).trigger().path()).contains("/sources/1");
        assertThat(board.board().version()).isEqualTo(2);
    }

    @Test
    void edit_thatCompletes_completes() {
        Scenario.only(edit(board(), "[{op: replace, path: /done, value: true}]"), BoardCompleted.class);
    }

    @Test
    void edit_isHeldAgainstSchemaAndInvariants() {
        Scenario board = board();

        assertThat(refused(edit(board, "[{op: add, path: /other, value: 1}]"))
                        .rejection()
                        .stage())
                .isEqualTo(Stage.SCHEMA);
        assertThat(refused(edit(board, "[{op: replace, path: /nothing/here, value: 1}]"))
                        .rejection())
                .matches(why -> why.is(RejectionCode.PATH_MISSING));
        board.answer(board.invocation("w"), ANSWER);
        assertThat(refused(edit(board, "[{op: remove, path: /claims/0}]"))
                        .rejection()
                        .rule())
                .contains("only-more");
        assertThat(refused(edit(board, "nothing")).rejection()).matches(why -> why.is(RejectionCode.NOT_AN_ARRAY));
        assertThat(board.board().version()).isEqualTo(2);
    }

    @Test
    void edit_ofAnotherBoardThanExpected_isRefused() {
        Scenario board = board();
        Json patch = Texts.json("[{op: replace, path: /done, value: true}]");

        CommandRejected refused = refused(board.command(
                new EditBoard(header().expecting(Optional.of(board.board().sequence() - 1)), patch)));

        assertThat(refused.rejection()).matches(why -> why.is(RejectionCode.SEQUENCE));
        assertThat(board.command(new EditBoard(
                        header().expecting(Optional.of(board.board().sequence())), patch)))
                .extracting(entry -> entry.event().type())
                .contains("BoardEdited");
    }

    @Test
    void edit_duringAPause_invitesWhenTheBoardGoesOn() {
        Scenario board = board();
        board.answer(board.invocation("w"), ANSWER);
        board.pause();
        board.wait(Duration.ofMinutes(3));

        List<LogEntry> entries = edit(board, "[{op: add, path: /sources/-, value: b}]");

        assertThat(entries).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardEdited.class, TriggerHeld.class);
        board.wait(Duration.ofMinutes(2));
        assertThat(Scenario.only(board.resume(), WorkerInvoked.class).trigger().path())
                .contains("/sources/1");
    }

    @Test
    void edit_thatCompletesDuringAPause_completesWhenTheBoardGoesOn() {
        Scenario board = board();
        board.pause();
        edit(board, "[{op: replace, path: /done, value: true}]");

        Scenario.only(board.resume(), BoardCompleted.class);
    }

    @Test
    void anEndedBoard_isNotEdited() {
        Scenario board = board();
        board.cancel();

        assertThat(refused(edit(board, "[]")).rejection()).matches(why -> why.is(RejectionCode.BOARD_ENDED));
        assertThat(refused(mark(board, "m")).rejection()).matches(why -> why.is(RejectionCode.BOARD_ENDED));
    }
}
