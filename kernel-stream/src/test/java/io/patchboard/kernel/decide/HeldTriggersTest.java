package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.held;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of that which waits: items that move or go, bounds, the end of all work; and whom it invokes. */
class HeldTriggersTest {

    @Test
    void forEach_place_invokesWithThatItem() {
        Scenario board = board(
                "{reviewers: [{name: a, on: true}, {name: b, on: false}, {name: c, on: true}]}",
                "{name: r, on: {op: [add], path: '/text'}, forEach: '/reviewers/*', when: item.on, invoke: w}");

        assertThat(invoked(add(board, "/text", "t")))
                .containsExactly("w /reviewers/0 [/text]", "w /reviewers/2 [/text]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: r, on: {op: [add], path: '/xs/*'}, invoke: one}",
                "{name: r, on: {op: [add], path: '/xs/*'}, batch: {size: 9, age: PT1M}, invoke: w}",
                "{name: r, on: {op: [add], path: '/xs/*'}, delay: PT1M, invoke: w}",
                "{name: r, on: {count: 5, of: [{op: [add], path: '/xs/*'}]}, invoke: w}",
                "{name: r, on: {path: /go}, forEach: '/xs/*', invoke: one}",
            })
    void arrayReplaced_whatWaitsForItsItems_isDropped(String rule) {
        Scenario board = board("{xs: []}", rule);
        edit(
                board,
                "[{op: add, path: /xs/-, value: {n: 0}}, {op: add, path: /xs/-, value: {n: 1}}, {op: add, path: /xs/-,"
                        + " value: {n: 2}}, {op: add, path: /go, value: 1}]");
        assertThat(board.board().held()).hasSizeGreaterThan(1);

        edit(board, "[{op: replace, path: /xs, value: []}]");

        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void arrayReplaced_whatWaitsForAnEqualItem_stays() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, invoke: one}");
        edit(
                board,
                "[{op: add, path: /xs/-, value: {n: 0}}, {op: add, path: /xs/-, value: {n: 1}}, {op: add, path: /xs/-,"
                        + " value: {n: 2}}]");

        edit(board, "[{op: replace, path: /xs, value: [{n: 0}, {n: 1}, {n: 7}]}]");

        assertThat(board.board().held())
                .singleElement()
                .satisfies(held -> assertThat(held.trigger().path()).contains("/xs/1"));
    }

    @Test
    void choose_worker_isTakenFromTheState() {
        Scenario board = board(
                "{next: none}",
                "{name: r, on: {op: [replace], path: /next}, invoke: {choose: state.next, among: [w, v]}}");

        assertThat(invoked(edit(board, "[{op: replace, path: /next, value: v}]")))
                .containsExactly("v /next");
        BranchStopped stopped =
                Scenario.only(edit(board, "[{op: replace, path: /next, value: editor}]"), BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.UNKNOWN_WORKER);
        assertThat(stopped.message()).contains("w, v").contains("\"editor\"");
    }

    @Test
    void pin_fanOut_showsEachTheStateOfTheMatch() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: critics
                workers:
                  editor: {unsolicited: true, write: [{op: [add], path: '/text'}]}
                  critic: {maxConcurrent: 1, read: ['/critics/*', '/answers'], write: [{op: [add], path: '/answers/-'}]}
                rules: [{name: r, on: {op: [add], path: /text}, forEach: '/critics/*', pin: true, invoke: critic}]
                state: {schema: true, initial: {critics: [a, b, c], answers: []}}
                """).created();
        board.propose("editor", "[{op: add, path: /text, value: t}]");
        long version = board.board().version();
        for (int i = 0; i < 3; i++) {
            WorkerInvoked invoked = board.invocation("critic");
            assertThat(invoked.baseVersion()).isEqualTo(version);
            assertThat(invoked.view().toString()).doesNotContain("secret");
            if (i == 1) {
                board.fail(invoked, "again, please");
                assertThat(board.invocation("critic").view().toString()).doesNotContain("secret");
            }
            board.answer(board.invocation("critic"), "[{op: add, path: /answers/-, value: 'secret " + i + "'}]");
        }

        assertThat(board.at("/answers").toString()).isEqualTo("[\"secret 0\",\"secret 1\",\"secret 2\"]");
        assertThat(board.board().present().pinned()).isEmpty();
    }

    @Test
    void pin_moreThanCanBeStored_haltsTheBoard() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: large
                workers:
                  editor: {unsolicited: true, write: [{op: [replace], path: /n}]}
                  w: {read: [/n]}
                rules: [{name: r, on: {path: /n}, pin: true, overlap: true, invoke: w}]
                state: {schema: {type: object}, initial: {text: {$input: /text}, n: 0}}
                """).created("{\"text\": \"" + "x".repeat(2_090_000) + "\"}");
        for (int i = 1; i <= 3; i++) {
            edit(board, "[{op: replace, path: /n, value: " + i + "}]");
        }

        assertThat(board.entries(BoardHalted.class))
                .extracting(BoardHalted::detail)
                .containsExactly("pinned-states");
    }

    @Test
    void retry_itemMoved_isFollowed() {
        Scenario board = board("{xs: [a, b]}", "{name: r, on: {op: [replace], path: '/xs/*'}, invoke: w}");
        edit(board, "[{op: replace, path: /xs/1, value: c}]");
        edit(board, "[{op: remove, path: /xs/0}]");

        assertThat(invoked(board.fail(board.invocation("w"), "no"))).containsExactly("w /xs/0");
    }

    @Test
    void retry_itemGone_isNotMade() {
        Scenario board = board("{xs: [a, b]}", "{name: r, on: {op: [replace], path: '/xs/*'}, invoke: w}");
        edit(board, "[{op: replace, path: /xs/1, value: c}]");
        edit(board, "[{op: remove, path: /xs/1}]");

        assertThat(invoked(board.fail(board.invocation("w"), "no"))).isEmpty();
        assertThat(board.board().waiting()).isEmpty();
    }

    private static String members(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> "{op: add, path: /m/k" + i + ", value: 1}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void held_beyondTheBound_haltsTheBoard() {
        Scenario board = board("{m: {}}", "{name: r, on: {op: [add], path: '/m/*'}, batch: {age: PT1H}, invoke: w}");
        for (int i = 0; i < 10; i++) {
            edit(board, members(500 * i, 500));
        }
        assertThat(board.board().held()).hasSize(5_000);
        BoardHalted halted = Scenario.only(edit(board, members(5_000, 1)), BoardHalted.class);

        assertThat(halted.detail()).isEqualTo("held-triggers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delay: PT0.2S, invoke: {choose: \"'nobody'\"}",
                "delay: PT0.2S, forEach: '/none/*', invoke: w",
                "delay: PT0.2S, forEach: '/xs/*', when: item > 9, invoke: w",
                "batch: {size: 3, age: PT0.2S}, invoke: {choose: \"'nobody'\"}"
            })
    void quiescence_thatComesToNothing_doesNotGoOnForEver(String rule) {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: nothing
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: rest, on: {event: quiescent}, %s}]
                state: {schema: {type: object}, initial: {n: 0, xs: [1]}}
                """.formatted(rule)).created();
        for (int i = 0; i < 10; i++) {
            board.tick(Duration.ofSeconds(1));
        }

        assertThat(board.entries(BranchStopped.class)).hasSize(1);
        assertThat(board.entries(BoardCompleted.class)).hasSize(1);
    }
}
