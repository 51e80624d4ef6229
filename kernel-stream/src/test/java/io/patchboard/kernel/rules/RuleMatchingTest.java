package io.patchboard.kernel.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which changes invite whom. */
class RuleMatchingTest {

    private static Scenario board(String initial, String... rules) {
        StringBuilder blueprint = new StringBuilder("""
                apiVersion: patchboard/v1
                name: rules
                workers:
                  editor: {privileged: true, unsolicited: true, write: [{op: [add, replace, remove, move, copy], path: /**}, {op: [replace], path: ''}]}
                  w: {read: [/**]}
                  v: {read: [/**]}
                rules:
                """);
        for (String rule : rules) {
            // Several rules speak to one worker about one item here, and all of them are to be heard.
            blueprint
                    .append("  - ")
                    .append(rule.replace("{name:", "{overlap: true, name:"))
                    .append('\n');
        }
        blueprint.append("state: {schema: true, initial: ").append(initial).append("}\n");
        return new Scenario(blueprint.toString());
    }

    /** What a proposal invited, as {@code rule path}. */
    private static List<String> fired(Scenario board, String patch) {
        List<LogEntry> entries = board.propose("editor", patch);
        assertThat(entries.get(0).event()).as("%s", entries).isInstanceOf(PatchCommitted.class);
        return fired(entries);
    }

    private static List<String> fired(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .map(invoked -> invoked.trigger().rule()
                        + invoked.trigger().path().map(path -> " " + path).orElse(""))
                .toList();
    }

    @Test
    void kinds_addReplaceRemove_fireForTheirKindOnly() {
        Scenario board = board(
                        "{}",
                        "{name: a, on: {op: [add], path: /x/*}, invoke: w}",
                        "{name: b, on: {op: [replace], path: /x/*}, invoke: w}",
                        "{name: c, on: {op: [remove], path: /x/*}, invoke: w}",
                        "{name: d, on: {path: /x/*}, invoke: w}")
                .created();
        fired(board, "[{op: add, path: /x, value: {}}]");

        assertThat(fired(board, "[{op: add, path: /x/k, value: 1}]")).containsExactly("a /x/k", "d /x/k");
        assertThat(fired(board, "[{op: replace, path: /x/k, value: 2}]")).containsExactly("b /x/k", "d /x/k");
        assertThat(fired(board, "[{op: add, path: /x/k, value: 3}]")).containsExactly("b /x/k", "d /x/k");
        assertThat(fired(board, "[{op: remove, path: /x/k}]")).containsExactly("c /x/k");
        assertThat(fired(board, "[{op: add, path: /y, value: 3}]")).isEmpty();
    }

    @Test
    void move_isARemovalAndAnAddition() {
        Scenario board = board(
                        "{x: {k: 1}, y: {}}",
                        "{name: came, on: {op: [add], path: /y/*}, invoke: w}",
                        "{name: went, on: {op: [remove], path: /x/*}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: move, from: /x/k, path: /y/k}]")).containsExactly("came /y/k", "went /x/k");
    }

    @Test
    void firstState_countsAsAdded() {
        Scenario board = board(
                "{sources: [one, two]}",
                "{name: added, on: {op: [add], path: '/sources/*'}, invoke: w}",
                "{name: created, on: {event: created}, invoke: v}",
                "{name: replaced, on: {op: [replace], path: '/sources/*'}, invoke: w}");

        assertThat(fired(board.create())).containsExactly("added /sources/0", "added /sources/1", "created");
    }

    @Test
    void nestedPlaces_ofASubtreeThatCameAtOnce_fireEach() {
        Scenario board = board("{}", "{name: r, on: {op: [add], path: '/claims/*/evidence/*'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: add, path: /claims, value: [{evidence: [a]}, {}, {evidence: [b, c]}]}]"))
                .containsExactly("r /claims/0/evidence/0", "r /claims/2/evidence/0", "r /claims/2/evidence/1");
    }

    @Test
    void replacedParent_firesForWhatDiffersInside() {
        Scenario board = board(
                        "{m: {same: 1, other: 1, gone: 1}}",
                        "{name: a, on: {op: [add], path: '/m/*'}, invoke: w}",
                        "{name: b, on: {op: [replace], path: '/m/*'}, invoke: w}",
                        "{name: c, on: {op: [remove], path: '/m/*'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: replace, path: /m, value: {same: 1, other: 2, new: 1}}]"))
                .containsExactly("a /m/new", "b /m/other", "c /m/gone");
    }

    @Test
    void replacedRoot_firesForWhatDiffersInside() {
        Scenario board = board("{a: 1}", "{name: r, on: {op: [add, replace], path: '/*'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: replace, path: '', value: {a: 1, b: 2}}]"))
                .containsExactly("r /b");
    }

    @Test
    void replacementByTheSameValue_doesNotFire() {
        Scenario board = board("{a: 1, b: 1}", "{name: r, on: {op: [replace], path: '/*'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: replace, path: /a, value: 1}, {op: replace, path: /b, value: 2}]"))
                .containsExactly("r /b");
    }

    @Test
    void deepPattern_firesForTheOutermostPlaceOnly() {
        Scenario board = board("{claims: []}", "{name: r, on: {path: '/claims/**'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: add, path: /claims/-, value: {text: t, evidence: [e]}}]"))
                .containsExactly("r /claims/0");
        assertThat(fired(board, "[{op: replace, path: /claims/0/text, value: u}]"))
                .containsExactly("r /claims/0/text");
        assertThat(fired(board, "[{op: replace, path: /claims, value: [{text: x}, {text: y}]}]"))
                .containsExactly("r /claims/0", "r /claims/1");
    }

    @Test
    void deepPattern_inTheFirstState_firesForTheOutermostPlaceOnly() {
        assertThat(fired(board("{claims: [{text: t}]}", "{name: r, on: {path: '/claims/**'}, invoke: w}")
                        .create()))
                .containsExactly("r /claims/0");
    }

    @Test
    void order_isByRuleNameWhateverTheBlueprintSays() {
        String z = "{name: z, on: {event: created}, invoke: w}";
        String m = "{name: m, on: {path: /a}, invoke: w}";
        String a = "{name: a, on: {event: created}, invoke: v}";

        assertThat(fired(board("{a: 1}", z, m, a).create())).containsExactly("a", "m /a", "z");
        assertThat(fired(board("{a: 1}", a, m, z).create())).containsExactly("a", "m /a", "z");
    }

    @Test
    void when_seesStateItemPathAndVersion() {
        Scenario board = board(
                        "{xs: [], limit: 10}",
                        "{name: item, on: {path: '/xs/*'}, when: 'item.n > state.limit', invoke: w}",
                        "{name: path, on: {path: '/xs/*'}, when: \"path == '/xs/1'\", invoke: w}",
                        "{name: version, on: {path: '/xs/*'}, when: 'version == 3', invoke: w}")
                .created();

        assertThat(fired(board, "[{op: add, path: /xs/-, value: {n: 11}}]")).containsExactly("item /xs/0");
        assertThat(fired(board, "[{op: add, path: /xs/-, value: {n: 9}}]"))
                .containsExactly("path /xs/1", "version /xs/1");
    }

    @Test
    void when_ofARemoval_seesTheValueThatWasThere() {
        Scenario board = board(
                        "{xs: {a: 1, b: 2}}",
                        "{name: r, on: {op: [remove], path: '/xs/*'}, when: 'item == 2', invoke: w}")
                .created();

        assertThat(fired(board, "[{op: remove, path: /xs/a}]")).isEmpty();
        assertThat(fired(board, "[{op: remove, path: /xs/b}]")).containsExactly("r /xs/b");
    }

    @Test
    void when_thatFailsOrIsNoBoolean_countsAsFalse() {
        Scenario board = board(
                        "{}",
                        "{name: missing, on: {path: /a}, when: 'item.no.such.key == 1', invoke: w}",
                        "{name: number, on: {path: /a}, when: 'item', invoke: w}",
                        "{name: fine, on: {path: /a}, when: 'item == 1', invoke: w}")
                .created();

        assertThat(fired(board, "[{op: add, path: /a, value: 1}]")).containsExactly("fine /a");
    }

    @Test
    void when_seesTheItemAsTheWholePatchLeavesIt() {
        Scenario board = board(
                        "{claims: []}",
                        "{name: r, on: {op: [add], path: '/claims/*'}, when: \"item.status == 'verified'\", invoke: w}")
                .created();

        assertThat(fired(
                        board,
                        "[{op: add, path: /claims/-, value: {status: draft}},"
                                + " {op: replace, path: /claims/0/status, value: verified}]"))
                .containsExactly("r /claims/0");
    }

    @Test
    void placeInsideOfAnAddition_thatTheSamePatchRemoves_doesNotFire() {
        Scenario board = board("{}", "{name: r, on: {op: [add], path: '/m/*'}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: add, path: /m, value: {a: 1, b: 2}}, {op: remove, path: /m/a}]"))
                .containsExactly("r /m/b");
    }

    @Test
    void insertionsOfOnePatch_fireForThePlacesWhereTheItemsEndUp() {
        Scenario board = board("{xs: [old]}", "{name: r, on: {op: [add], path: '/xs/*'}, invoke: w}")
                .created();
        board.invocations("w").forEach(invoked -> board.answer(invoked, "[]"));

        List<String> fired =
                fired(board, "[{op: add, path: /xs/0, value: first}, {op: add, path: /xs/0, value: second}]");

        assertThat(fired).containsExactlyInAnyOrder("r /xs/0", "r /xs/1");
        assertThat(board.at("/xs")).hasToString("[\"second\",\"first\",\"old\"]");
    }

    @Test
    void itemThatTheSamePatchTookAwayAgain_doesNotFireAtAll() {
        Scenario board = board(
                        "{xs: []}",
                        "{name: a, on: {op: [add], path: '/xs/*'}, invoke: w}",
                        "{name: r, on: {op: [remove], path: '/xs/*'}, invoke: w}")
                .created();

        assertThat(fired(
                        board,
                        "[{op: add, path: /xs/-, value: 1}, {op: remove, path: /xs/0}, {op: add, path: /y, value: 1}]"))
                .isEmpty();
    }

    @Test
    void commitWithoutChange_firesNothing() {
        Scenario board = board("{a: 1}", "{name: r, on: {path: /a}, invoke: w}").created();
        board.invocations("w").forEach(invoked -> board.answer(invoked, "[]"));

        assertThat(fired(board, "[{op: replace, path: /a, value: 1}]")).isEmpty();
        assertThat(board.board().version()).isEqualTo(1);
    }

    @Test
    void rule_onTheWholeState_firesForTheRoot() {
        Scenario board = board("{a: 1}", "{name: r, on: {op: [replace], path: ''}, invoke: w}")
                .created();

        assertThat(fired(board, "[{op: replace, path: '', value: {b: 1}}]")).containsExactly("r ");
    }

    @Test
    void quiescent_firesWhenNobodyIsLeftWhoCouldAct() {
        Scenario board = board(
                "{n: 0}",
                "{name: first, on: {event: created}, invoke: w}",
                "{name: idle, on: {event: quiescent}, when: '!has(state.done)', invoke: v}");

        assertThat(fired(board.create())).containsExactly("first");
        List<LogEntry> answered = board.answer(board.invocation("w"), "[]");
        assertThat(fired(answered)).containsExactly("idle");
        WorkerInvoked idle = board.invocation("v");
        assertThat(idle.trigger().sequence()).isEqualTo(answered.get(0).sequence());
        assertThat(idle.trigger().path()).isEmpty();
        assertThat(fired(board, "[{op: add, path: /x, value: 1}]")).isEmpty();
    }

    @Test
    void trigger_namesTheEntryThatTheRuleMatched() {
        Scenario board = board("{}", "{name: r, on: {path: /a}, invoke: w}").created();

        List<LogEntry> entries = board.propose("editor", "[{op: add, path: /a, value: 1}]");

        WorkerInvoked invoked = Scenario.only(entries, WorkerInvoked.class);
        assertThat(invoked.trigger().sequence()).isEqualTo(entries.get(0).sequence());
        assertThat(invoked.baseVersion()).isEqualTo(board.board().version());
    }
}
