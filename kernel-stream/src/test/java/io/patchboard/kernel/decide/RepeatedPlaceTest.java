package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.KeyedShop.action;
import static io.patchboard.kernel.decide.KeyedShop.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonArray;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A result that is bound once more is bound to the item that it is wanted for, wherever that is by then. */
class RepeatedPlaceTest {

    private static Scenario board(String rule, String... more) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: repeated
                state: {schema: true, initial: {x: [], y: [], go: 0}}
                workers:
                  editor: {unsolicited: true, privileged: true, write: [{op: [add, replace, remove], path: '/**'}]}
                  w:
                    privileged: true
                    read: ['/**']
                    write: [{op: [add, replace, remove, move], path: '/**'}]
                    idempotencyKey: string(item)
                  v: {privileged: true, read: ['/**'], write: [{op: [replace, remove], path: '/**'}]}
                rules: [%s]
                """.formatted(rule) + String.join("\n", more)).created();
    }

    /** Each of these was added, and its worker has removed it, with as many after it as there were. */
    private static void removed(Scenario board, int more, int... items) {
        for (int item : items) {
            board.propose("editor", "[{op: replace, path: /x, value: [" + item + ", 0".repeat(more) + "]}]");
            board.propose("editor", "[{op: replace, path: /go, value: " + item + "}]");
            board.tick(Duration.ofSeconds(1));
            board.answer(
                    board.invocation("w"),
                    "[{op: remove, path: /x/0}" + ", {op: remove, path: /x/0}".repeat(more) + "]");
        }
    }

    @Test
    void result_isBoundWhereEarlierOnesHaveMovedTheItem() {
        Scenario board = board("{name: r, on: {op: [add, replace], path: '/x/*'}, when: item > 0, invoke: w}");
        removed(board, 0, 1, 2, 9);
        board.propose("editor", "[{op: add, path: /x, value: [1, 2, 0, 9, 0]}]");
        assertThat(board.at("/x")).hasToString("[0,0]");
    }

    @Test
    void result_forWhatAnEarlierOneHasRemoved_isNotBound() {
        Scenario board = board("{name: r, on: {op: [add, replace], path: '/x/*'}, when: item > 0, invoke: w}");
        removed(board, 1, 1);
        removed(board, 0, 2);
        board.propose("editor", "[{op: add, path: /x, value: [0, 1, 2, 0, 0]}]");
        assertThat(board.at("/x")).hasToString("[0,0,0]");
    }

    @Test
    void matchOfWhichAllIsGone_waitsNoLonger() {
        Scenario board = board("{name: r, on: {path: /go}, delay: PT1S, forEach: '/x/*', when: item > 0, invoke: w},"
                + " {name: s, on: {path: /go}, delay: PT1S, forEach: '/x/*', when: item > 1, invoke: w}");
        removed(board, 0, 1);
        board.propose("editor", "[{op: add, path: /x, value: [2]}, {op: replace, path: /go, value: 5}]");
        board.tick(Duration.ofSeconds(1));
        List<LogEntry> entries = board.answer(board.invocation("w"), "[{op: remove, path: /x/0}]");
        assertThat(board.board().held()).as("%s", entries).isEmpty();

        board.propose("editor", "[{op: add, path: /x, value: [0, 2, 0]}, {op: replace, path: /go, value: 6}]");
        BranchStopped stopped = Scenario.only(board.tick(Duration.ofSeconds(1)), BranchStopped.class);

        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.REPEATED);
        assertThat(board.at("/x")).hasToString("[0,0]");
        assertThat(board.board().held()).isEmpty();
    }

    /** As many as were bound when nothing was followed. */
    @Test
    void resultsThatMoveNothingTheyAreWantedFor_areBoundWithoutMuchWork() {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, when: item > 0, invoke: w}");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}]");
        board.answer(board.invocation("w"), "[{op: add, path: /y/-, value: 0}]");
        board.propose("editor", "[" + "{op: add, path: /x/-, value: 1},".repeat(1_000) + "]");
        assertThat(((JsonArray) board.at("/y")).size()).isEqualTo(1_001);
    }

    @Test
    void pinnedMatch_hasItsResultWhereItsItemIsNow() {
        Scenario board =
                board("{name: r, on: {op: [add], path: '/x/*'}, when: item > 0, pin: true, delay: PT1S, invoke: w}");
        removed(board, 0, 1, 2);
        board.propose("editor", "[{op: add, path: /x/-, value: 1}, {op: add, path: /x/-, value: 2}]");
        board.propose("editor", "[{op: add, path: /x/0, value: 0}]");
        List<LogEntry> entries = board.tick(Duration.ofSeconds(1));

        assertThat(board.at("/x")).hasToString("[0]");
        assertThat(entries).extracting(LogEntry::event).hasOnlyElementsOfType(PatchCommitted.class);
    }

    @Test
    void pinnedMatch_whoseItemIsGone_hasNoResult() {
        Scenario board =
                board("{name: r, on: {op: [add], path: '/x/*'}, when: item == null || item > 0, pin: true, delay: PT1S,"
                        + " invoke: w}");
        removed(board, 0, 1);
        board.propose("editor", "[{op: add, path: /x/-, value: 1}, {op: add, path: /x/-, value: 0}]");
        board.propose("editor", "[{op: remove, path: /x/0}]");
        BranchStopped stopped = Scenario.only(board.tick(Duration.ofSeconds(1)), BranchStopped.class);

        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.REPEATED);
        assertThat(board.at("/x")).hasToString("[0]");
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void resultThatLeadsTheBoardBack_isTheLast() {
        Scenario board = board(
                "{name: r, on: {op: [add, replace], path: '/x/*'}, when: item > 0, invoke: w}",
                "circuit: {noOpStreak: 2, onTrip: [{restore: zeros}, halt]}");
        board.propose("editor", "[{op: add, path: /x, value: [1]}]");
        board.answer(board.invocation("w"), "[]");
        removed(board, 0, 2);
        board.propose("editor", "[{op: add, path: /x, value: [0, -1, -2, -3]}]");
        board.command(new MarkBoard(header("m"), "zeros"));
        board.propose("editor", "[{op: add, path: /x, value: [1, 1, 2]}]");
        assertThat(board.entries(BoardRestored.class)).hasSize(1);
        assertThat(board.at("/x")).hasToString("[0,-1,-2,-3]");
    }

    @Test
    void itemThatStandsIn_isAnActionOfTheWorkerThatItsRuleNames() {
        Scenario board = board(
                "{name: r, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w},"
                        + " {name: s, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w},"
                        + " {name: t, on: {op: [add], path: '/y/*'}, invoke: w}",
                "policies: {default: {retry: {maxAttempts: 1}, onExhausted: stop}}",
                "circuit: {invalidStreak: {trigger: 100, worker: 1, board: 100}, onTrip: [{switch: v}]}");
        board.propose("editor", "[{op: add, path: /y/-, value: 1}]");
        board.answer(board.invocation("w"), "[{op: remove, path: /none}]");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}, {op: add, path: /x/-, value: 2}]");
        board.answer(board.invocations("v").get(0), "[{op: replace, path: /y/0, value: 0}]");
        board.answer(board.invocation("v"), "[{op: remove, path: /x/1}]");

        assertThat(board.invocations("v")).as("the action on 1 was done").isEmpty();
        assertThat(board.at("/x")).hasToString("[0]");
    }

    @Test
    void itemThatStandsIn_andThatItsWorkerIsAskedAboutAtOnce_isAnActionOfItsOwn() {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, batch: {size: 2}, when: item > 0, invoke: w},"
                + " {name: s, on: {op: [add], path: '/x/*'}, batch: {size: 2}, when: item > 0, invoke: w},"
                + " {name: t, on: {op: [replace], path: '/x/*'}, when: item == 3, invoke: w}");
        board.propose("editor", "[{op: add, path: /x, value: [1, 2, 0]}]");
        board.answer(board.invocation("w"), "[{op: remove, path: /x/1}, {op: replace, path: /x/0, value: 3}]");
        board.answer(board.invocation("w"), "[]");
        assertThat(board.at("/x")).hasToString("[3,0]");
    }

    @Test
    void itemThatIsInAReplacedArrayAgain_keepsItsKey() {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w},"
                + " {name: s, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w}");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}, {op: add, path: /x/-, value: 2}]");
        HeldTrigger held = board.board().held().get(0);
        board.propose("editor", "[{op: replace, path: /x, value: [1, 2, 3]}]");
        assertThat(board.board().held()).contains(held);
    }

    @Test
    void itemThatStandsInForOneThatIsGone_isAnActionOfItsOwn() {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w},"
                + " {name: s, on: {op: [add], path: '/x/*'}, batch: {size: 2}, invoke: w}");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}, {op: add, path: /x/-, value: 2}]");
        WorkerInvoked first = board.invocation("w");
        board.answer(first, "[{op: remove, path: /x/1}]");

        WorkerInvoked other = board.invocation("w");
        assertThat(board.at("/x")).hasToString("[1]");
        assertThat(other.trigger().path()).contains("/x/0");
        assertThat(action(other)).isNotEqualTo(action(first));
    }

    /** The second operation names the item by the index that it had then, after the first. */
    @ParameterizedTest
    @CsvSource({"/x/0, /x/1, 3", "/x/0, /x/0, 4", "/x/-, /x/0, 4"})
    void resultThatMovesItsItem_isNotBoundToAnother(String added, String named, int size) {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, when: item > 0, invoke: w}");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}]");
        board.answer(
                board.invocation("w"),
                "[{op: add, path: " + added + ", value: 0}, {op: replace, path: " + named + ", value: -1}]");
        List<LogEntry> entries = board.propose("editor", "[{op: add, path: /x/-, value: 1}]");

        boolean bound = entries.stream()
                .anyMatch(entry -> entry.event() instanceof PatchCommitted commit
                        && commit.repeats().isPresent());
        assertThat(bound).isEqualTo(size == 4);
        assertThat(((JsonArray) board.at("/x")).size()).isEqualTo(bound ? size : 3);
    }

    /** The last operation names the item by the index that it had then, after the first. */
    @ParameterizedTest
    @CsvSource({
        "'{op: remove, path: /x/0}', /x/1, false",
        "'{op: remove, path: /x/0}', /x/0, true",
        "'{op: move, from: /x/0, path: /x/2}', /x/1, false",
        "'{op: remove, path: /y/0}', /x/2, true"
    })
    void resultThatRemovesWhatComesBefore_isNotBoundToAnother(String first, String named, boolean bound) {
        Scenario board = board("{name: r, on: {op: [add], path: '/x/*'}, when: item > 0, invoke: w}");
        board.propose("editor", "[{op: add, path: /y, value: [0, 0]}, {op: add, path: /x, value: [0, 0]}]");
        board.propose("editor", "[{op: add, path: /x/-, value: 1}]");
        board.answer(board.invocation("w"), "[" + first + ", {op: replace, path: " + named + ", value: -1}]");
        List<LogEntry> entries = board.propose("editor", "[{op: add, path: /x/0, value: 1}]");
        assertThat(entries.get(1).event()).isInstanceOf(bound ? PatchCommitted.class : BranchStopped.class);
    }
}
