package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Parent;
import io.patchboard.record.RejectionCode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was done on a board that was made for another is undone, whatever becomes of the other. */
class ChildCompensationTest {

    private static final String SHOP = """
            apiVersion: patchboard/v1
            name: shop
            state: {schema: true, initial: {}}
            workers:
              charge: {write: [{op: [add], path: /paid}], compensation: {worker: refund, idempotent: true}}
              refund: {write: [{op: [add], path: /refunded}]}
              clerk: {unsolicited: true}
            rules: [{name: charge, on: {event: created}, invoke: charge}]
            """;

    private static final Parent PARENT =
            new Parent("b-0", "inv-board-7", "part", "/n", 1, Optional.empty(), Optional.empty(), Optional.empty());

    /** A board for another, which has done something that can be undone. */
    private static Scenario charged() {
        Scenario board = new Scenario(SHOP);
        ChildBoardsTest.made(board, SHOP, PARENT);
        board.answer(board.invocation("charge"), "[{op: add, path: /paid, value: 5}]");
        return board;
    }

    /** The same, since somebody has cancelled it. */
    private static Scenario undoing() {
        Scenario board = charged();
        Scenario.only(board.cancel(), CompensationStarted.class);
        return board;
    }

    private static CancelBoard cancelOfParent() {
        return new CancelBoard(CommandHeader.of("cancel-inv-board-7", Scenario.BOARD, "board:b-0", "It has ended."));
    }

    @Test
    void boardThatUndoesWhatItDid_isNotCutOffByItsParentsEnd() {
        Scenario board = undoing();

        CommandRejected refused = Scenario.only(board.command(cancelOfParent()), CommandRejected.class);
        assertThat(refused.rejection().is(RejectionCode.BOARD_ENDED)).isTrue();
        BoardCancelled end = Scenario.only(
                board.answer(board.invocation("refund"), "[{op: add, path: /refunded, value: 5}]"),
                BoardCancelled.class);
        assertThat(end.compensation().orElseThrow().left()).isEmpty();
    }

    @Test
    void boardWhoseParentHasEnded_beginsToUndoWhatItDid() {
        Scenario board = charged();

        Scenario.only(board.command(cancelOfParent()), CompensationStarted.class);
        board.answer(board.invocation("refund"), "[{op: add, path: /refunded, value: 5}]");
        assertThat(board.board().phase()).isEqualTo(Phase.CANCELLED);
    }

    @Test
    void logOfAKernelThatLetAParentCutABoardOff_isStillWhatItSays() {
        Scenario board = undoing();
        Transcript cutOff =
                new Transcript(new Applier(new Blueprints()), board.board(), board.now(), new Work(Work.LIMIT));
        Endings.cancel(cancelOfParent().header().requested(), cutOff);
        BoardReplay replay = new BoardReplay(
                Scenario.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));

        board.log().forEach(replay::accept);
        cutOff.decision().entries().forEach(replay::accept);

        assertThat(replay.board().phase()).isEqualTo(Phase.CANCELLED);
        assertThat(replay.differences()).isEmpty();
    }
}
