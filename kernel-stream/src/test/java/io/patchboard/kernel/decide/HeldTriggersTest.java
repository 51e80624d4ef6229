package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins, batches, delays, limits: rules that do not invoke at once. */
class HeldTriggersTest {

    private static Scenario board(String initial, String... rules) {
        StringBuilder blueprint = new StringBuilder("""
                apiVersion: patchboard/v1
                name: rules
                workers:
                  editor: {unsolicited: true, write: [{op: [add, replace, remove, move, copy], path: '/**'}]}
                  w: {read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                  v: {read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                  one: {maxConcurrent: 1, read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                rules:
                """);
        for (String rule : rules) {
            blueprint.append("  - ").append(rule).append('\n');
        }
        blueprint.append("state: {schema: true, initial: ").append(initial).append("}\n");
        return new Scenario(blueprint.toString()).created();
    }

    private static List<LogEntry> edit(Scenario board, String patch) {
        return board.propose("editor", patch);
    }

    private static List<LogEntry> add(Scenario board, String path, String value) {
        return edit(board, "[{op: add, path: " + path + ", value: " + value + "}]");
    }

    private static List<String> invoked(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .map(call -> call.worker() + " " + call.trigger().path().orElse("-")
                        + (call.trigger().paths().isEmpty()
                                ? ""
                                : " " + call.trigger().paths()))
                .toList();
    }

    private static List<String> held(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(TriggerHeld.class::isInstance)
                .map(TriggerHeld.class::cast)
                .map(entry ->
                        entry.reason().word() + " " + entry.trigger().path().orElse("-"))
                .toList();
    }

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
    void batch_full_invokesOnceWithAll() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, batch: {size: 2}, invoke: w}");

        assertThat(held(add(board, "/xs/-", "1"))).containsExactly("batch /xs/0");
        assertThat(invoked(add(board, "/xs/-", "2"))).containsExactly("w /xs/1 [/xs/0, /xs/1]");
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void batch_old_invokesWithWhatThereIs() {
        Scenario board =
                board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, batch: {size: 10, age: PT5S}, invoke: w}");
        add(board, "/xs/-", "1");
        board.wait(Duration.ofSeconds(3));
        add(board, "/xs/-", "2");

        assertThat(board.tick(Duration.ofSeconds(1))).isEmpty();
        assertThat(invoked(board.tick(Duration.ofSeconds(1)))).containsExactly("w /xs/1 [/xs/0, /xs/1]");
        assertThat(board.tick(Duration.ofSeconds(10))).isEmpty();
    }

    @Test
    void batch_nobodyLeftToFillIt_goesAsItIs() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: closed
                workers:
                  maker: {write: [{op: [add], path: '/xs/-'}]}
                  w: {read: ['/xs'], write: [{op: [add], path: /done}]}
                rules:
                  - {name: make, on: {event: created}, invoke: maker}
                  - {name: batch, on: {op: [add], path: '/xs/*'}, batch: {size: 10}, invoke: w}
                state: {schema: true, initial: {xs: []}}
                complete: {when: has(state.done)}
                """).created();

        assertThat(invoked(board.answer(board.invocation("maker"), "[{op: add, path: /xs/-, value: 1}]")))
                .containsExactly("w /xs/0 [/xs/0]");
    }

    @Test
    void delay_passes_thenInvokesIfTheConditionStillHolds() {
        Scenario board =
                board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, when: item.open, delay: PT5S, invoke: w}");
        edit(board, "[{op: add, path: /xs/-, value: {open: true}}, {op: add, path: /xs/-, value: {open: true}}]");
        edit(board, "[{op: replace, path: /xs/1/open, value: false}]");

        assertThat(board.tick(Duration.ofSeconds(4))).isEmpty();
        List<LogEntry> due = board.tick(Duration.ofSeconds(1));
        assertThat(invoked(due)).containsExactly("w /xs/0");
        assertThat(Scenario.only(due, BranchStopped.class).reason()).isEqualTo(BranchStopped.Reason.CONDITION);
    }

    @Test
    void delay_pause_movesIt() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, delay: PT5S, invoke: w}");
        add(board, "/xs/-", "1");
        board.pause();
        board.wait(Duration.ofSeconds(60));
        board.resume();

        assertThat(board.tick(Duration.ofSeconds(4))).isEmpty();
        assertThat(invoked(board.tick(Duration.ofSeconds(1)))).hasSize(1);
    }

    @Test
    void delay_keepsTheBoardFromBeingStuck() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: later
                workers: {w: {write: [{op: [add], path: /done}]}}
                rules: [{name: later, on: {event: created}, delay: PT1H, invoke: w}]
                state: {schema: true, initial: {}}
                complete: {when: has(state.done)}
                """).created();

        assertThat(board.entries(BoardHalted.class)).isEmpty();
        assertThat(invoked(board.tick(Duration.ofHours(1)))).containsExactly("w -");
    }

    @Test
    void forEach_place_invokesWithThatItem() {
        Scenario board = board(
                "{reviewers: [{name: a, on: true}, {name: b, on: false}, {name: c, on: true}]}",
                "{name: r, on: {op: [add], path: '/text'}, forEach: '/reviewers/*', when: item.on, invoke: w}");

        assertThat(invoked(add(board, "/text", "t")))
                .containsExactly("w /reviewers/0 [/text]", "w /reviewers/2 [/text]");
    }

    @Test
    void maxConcurrent_ofAWorker_makesTheRestWait() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, invoke: one}");
        List<LogEntry> entries = edit(
                board,
                "[{op: add, path: /xs/-, value: 1}, {op: add, path: /xs/-, value: 2}, {op: add, path: /xs/-, value: 3}]");

        assertThat(invoked(entries)).containsExactly("one /xs/0");
        assertThat(held(entries)).containsExactly("limit /xs/1", "limit /xs/2");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/1");
        assertThat(invoked(board.fail(board.invocation("one"), "no")))
                .as("the retry keeps the place")
                .containsExactly("one /xs/1");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/2");
    }

    @Test
    void maxConcurrent_ofARule_letsHigherPrioritiesGoFirst() {
        Scenario board = board(
                "{xs: []}",
                "{name: a-low, on: {op: [add], path: '/xs/*'}, when: item == 'low', invoke: one}",
                "{name: z-high, on: {op: [add], path: '/xs/*'}, when: item == 'high', priority: 5, invoke: one}");
        List<LogEntry> entries = edit(
                board,
                "[{op: add, path: /xs/-, value: low}, {op: add, path: /xs/-, value: high}, {op: add, path: /xs/-, value: high}]");

        assertThat(invoked(entries)).containsExactly("one /xs/1");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/2");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/0");
    }

    @Test
    void sameItem_whileOpen_waitsAndIsLookedAtOnceMore() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");

        assertThat(held(edit(board, "[{op: replace, path: /x, value: 3}]"))).containsExactly("open /x");
        assertThat(edit(board, "[{op: replace, path: /x, value: 4}]")).hasSize(1);
        assertThat(invoked(board.answer(board.invocation("w"), "[{op: add, path: /seen, value: 2}]")))
                .containsExactly("w /x");
        assertThat(invoked(board.answer(board.invocation("w"), "[{op: add, path: /seen, value: 4}]")))
                .isEmpty();
    }

    @Test
    void sameItem_retryThatSeesTheChange_needsNoSecondLook() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");
        edit(board, "[{op: replace, path: /x, value: 3}]");
        board.fail(board.invocation("w"), "no");

        assertThat(board.board().held()).isEmpty();
        assertThat(invoked(board.answer(board.invocation("w"), "[]"))).isEmpty();
    }

    @Test
    void sameItem_overlapAsked_isInvokedAtOnce() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, overlap: true, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");

        assertThat(invoked(edit(board, "[{op: replace, path: /x, value: 3}]"))).containsExactly("w /x");
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
                name: nothing
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: rest, on: {event: quiescent}, %s}]
                state: {schema: {type: object}, initial: {n: 0, xs: [1]}}
                """.formatted(rule)).created();
        for (int i = 0; i < 10; i++) {
            board.tick(Duration.ofSeconds(1));
        }

        assertThat(board.entries(BranchStopped.class)).hasSize(1);
        assertThat(board.entries(BoardHalted.class))
                .extracting(halted -> halted.reason().word())
                .containsExactly("stuck");
    }
}
