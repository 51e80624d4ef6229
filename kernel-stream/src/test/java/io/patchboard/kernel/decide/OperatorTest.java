package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator does to a board's state by hand: edit it, mark it, lead it back. */
class OperatorTest {

    private static final String ANSWER = "[{op: add, path: /claims/-, value: c}]";

    private int commands;

    private static Scenario board(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: operated
                state:
                  schema:
                    type: object
                    additionalProperties: false
                    properties:
                      sources: {type: array, items: {type: string}}
                      claims: {type: array, items: {type: string}, maxItems: 3}
                      done: {type: boolean}
                  initial: {sources: [a], claims: [], done: false}
                workers:
                  w: {read: ['/sources/*'], write: [{op: [add], path: /claims/-}]}
                  free: {unsolicited: true, read: [''], write: [{op: [add], path: /sources/-}]}
                rules:
                  - {name: each, on: {op: [add], path: '/sources/*'}, invoke: w}
                invariants: [{name: only-more, path: /claims, rule: 'size(self) >= size(oldSelf)'}]
                complete: {when: state.done, result: /claims}
                """ + String.join("\n", lines)).created();
    }

    private CommandHeader header() {
        return CommandHeader.of("command-" + ++commands, Scenario.BOARD, "ada", "because");
    }

    private List<LogEntry> edit(Scenario board, String patch) {
        return board.command(new EditBoard(header(), Texts.json(patch)));
    }

    private List<LogEntry> mark(Scenario board, String name) {
        return board.command(new MarkBoard(header(), name));
    }

    private List<LogEntry> restore(Scenario board, String mark) {
        return board.command(new RestoreBoard(header(), Optional.of(mark), Optional.empty()));
    }

    private static CommandRejected refused(List<LogEntry> entries) {
        return Scenario.only(entries, CommandRejected.class);
    }

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
    void restore_leadsBack_andWhoWasAtWorkThenIsInvitedAgain() {
        Scenario board = board();
        Json before = board.board().state();
        Scenario.only(mark(board, "fresh"), BoardMarked.class);
        WorkerInvoked first = board.invocation("w");
        board.answer(first, ANSWER);
        board.propose("free", "[{op: add, path: /sources/-, value: b}]");
        WorkerInvoked second = board.invocation("w");

        List<LogEntry> entries = restore(board, "fresh");

        BoardRestored restored = Scenario.only(entries, BoardRestored.class);
        assertThat(board.board().state()).isEqualTo(before);
        assertThat(restored.mark()).contains("fresh");
        assertThat(restored.restoredVersion()).isEqualTo(1);
        assertThat(restored.superseded()).containsExactly(second.invocationId());
        assertThat(restored.invites()).containsExactly(new Invite("w", first.trigger()));
        assertThat(board.invocation("w").trigger()).isEqualTo(first.trigger());
        PatchRejected late = Scenario.only(board.answer(second, ANSWER), PatchRejected.class);
        assertThat(late.rejection()).matches(why -> why.is(RejectionCode.SUPERSEDED));
        assertThat(late.invocationId()).isEmpty();
        board.answer(board.invocation("w"), ANSWER);
        assertThat(board.at("/claims").toString()).isEqualTo("[\"c\"]");
    }

    @Test
    void restore_invitesOnce_whomARuleWouldInviteToo() {
        Scenario board = board();
        mark(board, "fresh");
        board.answer(board.invocation("w"), ANSWER);
        edit(board, "[{op: remove, path: /sources/0}]");

        restore(board, "fresh");

        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void restore_whatWaitedThen_waitsAgain() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: waits
                state: {schema: {}, initial: {n: 0}}
                workers: {w: {read: [/n], write: [{op: [replace], path: /n}]}, free: {unsolicited: true}}
                rules: [{name: later, on: {event: created}, delay: PT1H, invoke: w}]
                """).created();
        mark(board, "waiting");
        board.tick(Duration.ofHours(1));
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");

        assertThat(restore(board, "waiting"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardRestored.class, TriggerHeld.class, WorkerInvoked.class);
    }

    @Test
    void restore_whatAPersonHadToDecide_isDecidedByIt() {
        Scenario board = board("policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident}}");
        mark(board, "fresh");
        Scenario.only(board.fail(board.invocation("w"), "no"), NeedsPerson.class);

        restore(board, "fresh");

        assertThat(board.board().work().incidents()).isEmpty();
        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void restore_toAVersion_takesWhatTheSenderHasFolded() {
        Scenario board = board();
        Json before = board.board().state();
        board.answer(board.invocation("w"), ANSWER);
        long sequence = board.board().sequence();
        RestoreBoard.Former former = new RestoreBoard.Former(
                1, Texts.json("[{op: remove, path: /claims/0}]"), StateHash.of(before), List.of(), List.of());

        assertThat(refused(board.command(new RestoreBoard(header(), Optional.empty(), Optional.of(former))))
                        .rejection()
                        .pointer())
                .isEqualTo("/expectedSequence");
        List<LogEntry> entries = board.command(
                new RestoreBoard(header().expecting(Optional.of(sequence + 1)), Optional.empty(), Optional.of(former)));

        assertThat(Scenario.only(entries, BoardRestored.class).restoredVersion())
                .isEqualTo(1);
        assertThat(board.board().state()).isEqualTo(before);
        assertThat(board.board().version()).isEqualTo(3);
    }

    @Test
    void restore_toAnotherStateThanItSays_isRefused() {
        Scenario board = board();
        RestoreBoard.Former wrong = new RestoreBoard.Former(
                1,
                Texts.json("[{op: add, path: /claims/0, value: d}]"),
                StateHash.of(board.board().state()),
                List.of(),
                List.of());

        CommandRejected refused = refused(board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())), Optional.empty(), Optional.of(wrong))));

        assertThat(refused.rejection()).matches(why -> why.is(RejectionCode.STATE_HASH));
    }

    @Test
    void restore_ofNothing_isRefused() {
        Scenario board = board();

        assertThat(refused(restore(board, "never")).rejection()).matches(why -> why.is(RejectionCode.UNKNOWN_MARK));
        assertThat(refused(board.command(new RestoreBoard(header(), Optional.empty(), Optional.empty())))
                        .rejection())
                .matches(why -> why.is(RejectionCode.RESTORE));
    }

    @Test
    void marks_areFew_andANameMayBeUsedAgain() {
        Scenario board = board();
        for (int i = 0; i < 8; i++) {
            Scenario.only(mark(board, "mark-" + i), BoardMarked.class);
        }

        assertThat(refused(mark(board, "one more")).rejection()).matches(why -> why.is(RejectionCode.MARKS));
        Scenario.only(mark(board, "mark-3"), BoardMarked.class);
        assertThat(refused(mark(board, "12")).rejection().pointer()).isEqualTo("/name");
        assertThat(refused(mark(board, " ")).rejection().pointer()).isEqualTo("/name");
        assertThat(refused(mark(board, "x".repeat(64))).rejection().pointer()).isEqualTo("/name");
    }

    @Test
    void anEndedBoard_isNotEdited() {
        Scenario board = board();
        board.cancel();

        assertThat(refused(edit(board, "[]")).rejection()).matches(why -> why.is(RejectionCode.BOARD_ENDED));
        assertThat(refused(mark(board, "m")).rejection()).matches(why -> why.is(RejectionCode.BOARD_ENDED));
    }
}
