package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.held;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static io.patchboard.kernel.decide.RulesBoard.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules that wait for several matches: all, some, or any of them, for a time. */
class JoinTest {

    @Test
    void all_partsOfOneKey_invokeTogether() {
        Scenario board = board(
                "{orders: [], payments: []}",
                "{name: ship, on: {all: [{op: [add], path: '/orders/*'}, {op: [add], path: '/payments/*'}], correlate: item.id},"
                        + " invoke: w}");

        assertThat(held(add(board, "/orders/-", "{id: 1}"))).containsExactly("join /orders/0");
        assertThat(invoked(add(board, "/payments/-", "{id: 2}"))).isEmpty();
        List<LogEntry> complete = add(board, "/payments/-", "{id: 1}");

        assertThat(invoked(complete)).containsExactly("w /payments/1 [/orders/0, /payments/1]");
        assertThat(Scenario.only(complete, WorkerInvoked.class).releases()).hasSize(2);
        assertThat(board.board().held()).hasSize(1);
    }

    @Test
    void all_expressionWithoutValue_doesNotCount() {
        Scenario board = board(
                "{orders: []}",
                "{name: ship, on: {count: 2, of: [{op: [add], path: '/orders/*'}], correlate: item.id}, invoke: w}");

        assertThat(held(add(board, "/orders/-", "{other: 1}"))).isEmpty();
    }

    @Test
    void count_ofMatches_firesForEachFullNumber() {
        Scenario board =
                board("{votes: []}", "{name: tally, on: {count: 3, of: [{op: [add], path: '/votes/*'}]}, invoke: w}");

        add(board, "/votes/-", "1");
        List<LogEntry> entries = edit(
                board,
                "[{op: add, path: /votes/-, value: 2}, {op: add, path: /votes/-, value: 3}, {op: add, path: /votes/-, value: 4}]");

        assertThat(invoked(entries)).containsExactly("w /votes/2 [/votes/0, /votes/1, /votes/2]");
        assertThat(board.board().held()).hasSize(1);
    }

    @Test
    void count_ofAnActionThatIsDone_bindsItsResultToEachFullNumber_once() {
        Scenario board = board(
                "{votes: [1, 2], done: []}",
                "{name: tally, on: {count: 2, of: [{path: '/votes/*'}, {op: [add], path: '/votes/*'}]}, invoke: once}");
        edit(board, "[{op: replace, path: /votes/0, value: 3}, {op: replace, path: /votes/1, value: 3}]");
        board.answer(board.invocation("once"), "[{op: add, path: /done/-, value: 1}]");

        List<LogEntry> entries = edit(board, votes(5));

        assertThat(repeated(entries)).containsExactly(List.of("/votes/2", "/votes/3"), List.of("/votes/4", "/votes/5"));
        assertThat(board.board().held()).hasSize(1);
        assertThat(repeated(edit(board, votes(1)))).containsExactly(List.of("/votes/6", "/votes/7"));
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void count_conditionOverItems_isAskedWhenComplete() {
        Scenario board = board(
                "{votes: []}",
                "{name: tally, on: {count: 2, of: [{op: [add], path: '/votes/*'}]},"
                        + " when: 'items.all(vote, vote > 0)', invoke: w}");

        add(board, "/votes/-", "1");
        List<LogEntry> refused = add(board, "/votes/-", "-1");
        add(board, "/votes/-", "1");

        assertThat(Scenario.only(refused, BranchStopped.class).reason()).isEqualTo(BranchStopped.Reason.CONDITION);
        assertThat(invoked(add(board, "/votes/-", "1"))).hasSize(1);
    }

    @Test
    void count_itemOfTwoParts_countsOnce_whereverItIs() {
        Scenario board = board(
                "{votes: [1], more: []}",
                "{name: tally, on: {count: 2, of: [{path: '/votes/*'}, {op: [replace], path: '/votes/*'},"
                        + " {path: '/more/*'}]}, invoke: w}");
        edit(board, "[{op: replace, path: /votes/0, value: 2}]");
        edit(board, "[{op: move, from: /votes/0, path: /more/0}]");
        assertThat(board.invocations("w")).isEmpty();

        assertThat(invoked(add(board, "/votes/-", "3"))).containsExactly("w /votes/0 [/more/0, /votes/0]");
    }

    @Test
    void count_whatHasThePlaceOfARemovedItem_countsBesideIt() {
        Scenario board = board(
                "{xs: [a, b]}",
                "{name: r, on: {count: 2, of: [{op: [remove], path: '/xs/*'}, {op: [replace], path: '/xs/*'}]},"
                        + " invoke: w}");
        edit(board, "[{op: remove, path: /xs/0}]");

        assertThat(invoked(edit(board, "[{op: replace, path: /xs/0, value: c}]")))
                .containsExactly("w /xs/0 [/xs/0]");
    }

    @Test
    void correlate_countsForWhatTheItemIsNow() {
        Scenario board = board(
                "{votes: [{claim: a}]}",
                "{name: tally, on: {count: 2, of: [{path: '/votes/*'}], correlate: item.claim}, invoke: w}");
        edit(board, "[{op: replace, path: /votes/0, value: {claim: b}}]");
        assertThat(invoked(add(board, "/votes/-", "{claim: a}"))).isEmpty();
        BranchStopped stopped =
                Scenario.only(edit(board, "[{op: replace, path: /votes/1, value: {was: a}}]"), BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.CONDITION);
        assertThat(stopped.message()).contains("correlate");

        assertThat(invoked(add(board, "/votes/-", "{claim: a}"))).isEmpty();
        assertThat(invoked(add(board, "/votes/-", "{claim: b}"))).containsExactly("w /votes/3 [/votes/0, /votes/3]");
        assertThat(board.board().held()).hasSize(1);
    }

    @Test
    void any_eachMatch_invokes() {
        Scenario board = board("{a: [], b: []}", "{name: r, on: {any: [{path: '/a/*'}, {path: '/b/*'}]}, invoke: w}");

        assertThat(invoked(edit(board, "[{op: add, path: /a/-, value: 1}, {op: add, path: /b/-, value: 1}]")))
                .containsExactly("w /a/0", "w /b/0");
    }

    @Test
    void within_passed_dropsWhatWaits() {
        Scenario board = board(
                "{a: [], b: []}", "{name: r, on: {all: [{path: '/a/*'}, {path: '/b/*'}], within: PT10S}, invoke: w}");
        add(board, "/a/-", "1");

        assertThat(board.tick(Duration.ofSeconds(9))).isEmpty();
        BranchStopped stopped = Scenario.only(board.tick(Duration.ofSeconds(1)), BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.JOIN_EXPIRED);
        assertThat(stopped.message()).contains("\"r\"").contains("PT10S");
        assertThat(invoked(add(board, "/b/-", "1"))).isEmpty();
    }

    @Test
    void within_passedUnnoticed_isStillOver() {
        Scenario board = board(
                "{a: [], b: []}", "{name: r, on: {all: [{path: '/a/*'}, {path: '/b/*'}], within: PT10S}, invoke: w}");
        add(board, "/a/-", "1");
        board.wait(Duration.ofHours(1));
        List<LogEntry> late = add(board, "/b/-", "1");

        assertThat(invoked(late)).isEmpty();
        assertThat(Scenario.only(late, BranchStopped.class).reason()).isEqualTo(BranchStopped.Reason.JOIN_EXPIRED);
    }

    @Test
    void join_itemRemoved_isForgotten() {
        Scenario board = board("{a: [], b: []}", "{name: r, on: {all: [{path: '/a/*'}, {path: '/b/*'}]}, invoke: w}");
        add(board, "/a/-", "1");
        edit(board, "[{op: remove, path: /a/0}]");

        assertThat(board.board().held()).isEmpty();
        assertThat(invoked(add(board, "/b/-", "1"))).isEmpty();
    }

    @Test
    void join_itemMoved_isFollowed() {
        Scenario board = board("{a: [], b: []}", "{name: r, on: {all: [{path: '/a/*'}, {path: '/b/*'}]}, invoke: w}");
        add(board, "/a/-", "first");
        edit(board, "[{op: copy, from: /b, path: /c}, {op: move, from: /a/0, path: /a/0}]");
        edit(board, "[{op: add, path: /x, value: 1}]");
        edit(board, "[{op: move, from: /a/0, path: /c/0}]");

        assertThat(invoked(add(board, "/b/-", "1"))).containsExactly("w /b/0 [/c/0, /b/0]");
    }

    @Test
    void count_itemThatTwoPathsName_countsOnce_alsoWhenTheJoinIsCompleteBetweenThem() {
        Scenario board = board(
                "{votes: []}",
                "{name: tally, on: {count: 2, of: [{path: '/votes/*'}, {op: [add], path: '/votes/*'}]}, invoke: w}");

        assertThat(invoked(edit(board, votes(3)))).containsExactly("w /votes/1 [/votes/0, /votes/1]");
        assertThat(invoked(edit(board, votes(1)))).containsExactly("w /votes/3 [/votes/2, /votes/3]");
        assertThat(board.board().held()).isEmpty();
    }

    private static String votes(int many) {
        return "[" + String.join(", ", Collections.nCopies(many, "{op: add, path: /votes/-, value: 1}")) + "]";
    }

    /** What waits has as much time left as it had when the board was paused. */
    @Test
    void within_editDuringAPause_findsWhatWaits() {
        Scenario board = board(
                "{xs: []}",
                "{name: r, on: {count: 2, of: [{op: [add, replace], path: '/xs/*'}], within: PT1M}, invoke: w}");
        add(board, "/xs/-", "1");
        board.pause();
        board.wait(Duration.ofMinutes(2));

        assertThat(held(byHand(board, "[{op: replace, path: /xs/0, value: 2}]")))
                .isEmpty();
        assertThat(held(byHand(board, "[{op: add, path: /xs/-, value: 3}]")))
                .containsExactly("join /xs/1", "delay /xs/1");
        assertThat(invoked(board.resume())).containsExactly("w /xs/1 [/xs/0, /xs/1]");
    }

    private static List<LogEntry> byHand(Scenario board, String patch) {
        return board.command(new EditBoard(
                CommandHeader.of("edit-" + board.log().size(), Scenario.BOARD, "ada", "because"), Texts.json(patch)));
    }
}
