package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.held;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches that wait, of rules that show the state as it was at the match. */
class PinnedMatchTest {

    /** As of a reminder that nobody needs any more. */
    @ParameterizedTest
    @ValueSource(strings = {"delay: PT10S", "batch: {age: PT10S}"})
    void condition_afterTheWait_isAskedOfThePresentState(String waits) {
        Scenario board = board(
                "{open: false}",
                "{name: r, on: {op: [replace], path: /open}, when: item, pin: true, " + waits + ", invoke: w}");
        edit(board, "[{op: replace, path: /open, value: true}]");
        edit(board, "[{op: replace, path: /open, value: false}]");

        assertThat(board.tick(Duration.ofSeconds(10)))
                .extracting(LogEntry::event)
                .doesNotHaveAnyElementsOfTypes(WorkerInvoked.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "delay: PT10S, ", "batch: {size: 1}, "})
    void join_isAskedAboutTheItemOfItsLastPart(String waits) {
        Scenario board = board(
                "{orders: {}, payments: {}}",
                "{name: j, on: {all: [{path: '/orders/*'}, {path: '/payments/*'}]}, when: item == 'v', pin: true, "
                        + waits + "invoke: {choose: item}}");
        add(board, "/orders/o", "o");
        add(board, "/payments/p", "v");
        board.tick(Duration.ofSeconds(10));

        assertThat(board.invocation("v").baseVersion()).isEqualTo(2);
    }

    @Test
    void batch_choosesByItsLast() {
        Scenario board =
                board("{m: {}}", "{name: r, on: {path: '/m/*'}, batch: {size: 2}, pin: true, invoke: {choose: item}}");
        add(board, "/m/a", "w");
        add(board, "/m/b", "v");

        assertThat(board.invocation("v").trigger().paths()).containsExactly("/m/a", "/m/b");
    }

    /** What came before it has its path by then. */
    @ParameterizedTest
    @ValueSource(strings = {"delay: PT10S", "batch: {age: PT10S}"})
    void item_thatMoved_isJudgedWhereItIs(String waits) {
        Scenario board = board(
                "{xs: []}",
                "{name: r, on: {op: [add], path: '/xs/*'}, when: item == 'v', pin: true, " + waits
                        + ", invoke: {choose: item}}");
        add(board, "/xs/0", "v");
        add(board, "/xs/0", "none");

        assertThat(invoked(board.tick(Duration.ofSeconds(10))))
                .singleElement()
                .asString()
                .startsWith("v /xs/0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay: PT10S", "batch: {age: PT10S}"})
    void item_thatIsGone_isNotWhatHasItsPlace(String waits) {
        Scenario board = board(
                "{xs: [w]}",
                "{name: r, on: {op: [replace], path: '/xs/*'}, when: item != null, pin: true, " + waits
                        + ", invoke: w}");
        add(board, "/xs/-", "w");
        edit(board, "[{op: replace, path: /xs/0, value: v}]");
        edit(board, "[{op: remove, path: /xs/0}]");

        assertThat(invoked(board.tick(Duration.ofSeconds(10)))).isEmpty();
        assertThat(board.board().held()).isEmpty();
    }

    /** A name stays what it is; of an index it may be. To drop what is wanted would be worse. */
    @ParameterizedTest
    @CsvSource({"/xs/-, /xs/0, replace", "/m/k, /m/k, replace", "/xs/-, /xs/0, commits", "/m/k, /m/k, commits"})
    void item_ofWhichNobodyKnowsWhereItIs_isJudgedAtItsPlace(String added, String path, String change) {
        Scenario board = board(
                "{xs: [], m: {}}",
                "{name: r, on: {op: [add], path: '/*/*'}, when: item == 'v', pin: true, delay: PT10S, invoke: w}");
        add(board, added, "v");
        if (change.equals("replace")) {
            edit(board, "[{op: replace, path: /xs, value: [v, w]}, {op: replace, path: /m, value: {k: v, l: w}}]");
        } else {
            for (int i = 0; i <= 500; i++) {
                add(board, "/n", Integer.toString(i));
            }
        }

        assertThat(invoked(board.tick(Duration.ofSeconds(10)))).contains("w " + path);
    }

    @Test
    void batch_whoseLatestItemIsGone_isJudgedByTheOneBefore() {
        Scenario board = board(
                "{xs: []}",
                "{name: r, on: {op: [add], path: '/xs/*'}, pin: true, batch: {age: PT10S}, invoke: {choose: item}}");
        add(board, "/xs/0", "v");
        add(board, "/xs/1", "w");
        edit(board, "[{op: remove, path: /xs/1}]");

        assertThat(invoked(board.tick(Duration.ofSeconds(10)))).containsExactly("v /xs/1 [/xs/0, /xs/1]");
    }

    @Test
    void matchesAtOneIndex_areOne_onlyIfOfOneItem() {
        Scenario board =
                board("{xs: []}", "{name: r, on: {op: [add, replace], path: '/xs/*'}, pin: true, invoke: one}");
        add(board, "/xs/0", "a");
        assertThat(held(add(board, "/xs/0", "b"))).containsExactly("open /xs/0");
        assertThat(held(add(board, "/xs/0", "c"))).containsExactly("open /xs/0");
        assertThat(held(edit(board, "[{op: replace, path: /xs/0, value: d}]"))).isEmpty();

        List<Long> versions = new ArrayList<>();
        while (!board.invocations("one").isEmpty()) {
            versions.add(board.invocation("one").baseVersion());
            board.answer(board.invocation("one"), "[]");
        }
        assertThat(versions).containsExactly(2L, 3L, 4L);
    }

    @Test
    void join_ofAnItemThatCorrelatesAnew_showsItAsItIsThen() {
        Scenario board = board(
                "{votes: {a: {claim: x}}}",
                "{name: r, on: {count: 2, of: [{path: '/votes/*'}], correlate: item.claim}, pin: true, invoke: w}");
        edit(board, "[{op: replace, path: /votes/a, value: {claim: y}}]");
        add(board, "/votes/b", "{claim: y}");

        assertThat(board.invocation("w").baseVersion()).isEqualTo(2);
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void join_countsEachItemOfAnIndex() {
        Scenario board =
                board("{xs: []}", "{name: r, on: {count: 2, of: [{op: [add], path: '/xs/*'}]}, pin: true, invoke: w}");
        add(board, "/xs/0", "a");

        assertThat(invoked(add(board, "/xs/0", "b"))).containsExactly("w /xs/0 [/xs/0]");
    }

    /** Who is invited anew is shown the state of now. */
    @Test
    void amendment_thatSupersedes_invitesForTheItem_whereItIs() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, pin: true, invoke: one}");
        add(board, "/xs/0", "a");
        add(board, "/xs/0", "b");

        assertThat(invoked(amend(board))).containsExactly("one /xs/1");
    }

    @Test
    void amendment_thatSupersedes_invitesForNoItem_thatIsGone() {
        Scenario board = board(
                "{xs: [a]}", "{name: r, on: {op: [add], path: '/xs/*'}, when: item == 'b', pin: true, invoke: one}");
        assertThat(invoked(add(board, "/xs/0", "b"))).containsExactly("one /xs/0");
        edit(board, "[{op: remove, path: /xs/0}]");

        assertThat(invoked(amend(board))).isEmpty();
    }

    private static List<LogEntry> amend(Scenario board) {
        JsonObject source = (JsonObject) board.board().rules().source();
        return board.command(new AmendBlueprint(
                CommandHeader.of("amend-1", Scenario.BOARD, "ada", "because"),
                source.with("name", Json.of("amended")),
                AmendBlueprint.Open.SUPERSEDE));
    }
}
