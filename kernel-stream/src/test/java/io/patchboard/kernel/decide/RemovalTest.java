package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules on removals: what they are about is gone, and what has its place is something else. */
class RemovalTest {

    private static final String FIRST = "[{op: remove, path: /xs/0}]";

    private static final String KEYED = """
            apiVersion: patchboard/v1
            onIncident: halt
            name: keyed
            workers:
              editor: {privileged: true, unsolicited: true, write: [{op: [remove], path: '/xs/*'}]}
              w: {read: ['/log'], idempotencyKey: item.id, write: [{op: [add], path: '/log/-'}]}
            rules: [{name: gone, on: {op: [remove], path: '/xs/*'}, invoke: w}]
            state: {schema: true, initial: {xs: %s, log: []}}
            """;

    private static List<String> views(Scenario board, String worker) {
        return board.invocations(worker).stream()
                .map(asked -> asked.view().toString())
                .toList();
    }

    @Test
    void any_isAskedAboutWhatWasRemoved() {
        Scenario board = board(
                "{m: {a: {k: 1}, b: {k: 2}}}",
                "{name: r, on: {any: [{op: [remove], path: '/m/*'}, {op: [remove], path: '/n/*'}]},"
                        + " when: item.k == 1, invoke: w}");

        assertThat(invoked(edit(board, "[{op: remove, path: /m/b}, {op: remove, path: /m/a}]")))
                .containsExactly("w /m/a");
    }

    @Test
    void chooseAndLoopGuard_areAskedAboutWhatWasRemoved() {
        Scenario board = board(
                "{xs: [{k: v}, {k: w}, {k: v}], m: {a: {k: v}}}",
                "{name: r, on: {op: [remove], path: '/*/*'}, invoke: {choose: item.k},"
                        + " loopGuards: {predicate: item.k != 'none'}}");

        assertThat(invoked(edit(board, FIRST))).containsExactly("v /xs/0");
        assertThat(invoked(edit(board, "[{op: remove, path: /m/a}]"))).containsExactly("v /m/a");
        assertThat(invoked(edit(board, FIRST))).containsExactly("w /xs/0");
    }

    @Test
    void key_isOfWhatWasRemoved() {
        Scenario board = new Scenario(KEYED.formatted("[{id: a}, {id: b}, {id: c}]")).created();
        edit(board, FIRST);
        edit(board, "[{op: remove, path: /xs/1}]");

        assertThat(board.invocations("w"))
                .extracting(asked -> asked.trigger().actionId().orElseThrow())
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Test
    void removalsAtOneIndexInOnePatch_areOneMatchEach_whereTheyWereBeforeIt() {
        Scenario board = board(
                "{xs: [{k: w}, {k: v}, {k: w}]}",
                "{name: r, on: {op: [remove], path: '/xs/*'}, invoke: {choose: item.k}}");

        assertThat(invoked(edit(board, "[{op: remove, path: /xs/0}, {op: remove, path: /xs/0}]")))
                .containsExactly("w /xs/0", "v /xs/1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{op: add, path: /m/n, value: {k: v}}, {op: remove, path: /m/n/k}]      |",
                "[{op: replace, path: /m/a, value: {k: v}}, {op: remove, path: /m/a/k}]  | w /m/a/k",
                "[{op: move, from: /m/a, path: /m/n}, {op: remove, path: /m/n/k}]        | w /m/a/k",
                "[{op: remove, path: /m/a/k}, {op: remove, path: /m/a}]                  | w /m/a/k",
                "[{op: move, from: /l, path: /m/a/k}, {op: remove, path: /m/a/k}]        | w /m/a/k",
                "[{op: add, path: /m/n, value: {k: v}}, {op: replace, path: /m, value: {}}] | w /m/a/k",
                "[{op: replace, path: /m, value: {}}]                                    | w /m/a/k"
            })
    void removed_isWhatWasThereBeforeThePatch(String patch, String expected) {
        Scenario board = board(
                "{m: {a: {k: w}}, l: v}", "{name: r, on: {op: [remove], path: '/m/*/k'}, invoke: {choose: item}}");

        assertThat(invoked(edit(board, patch)))
                .isEqualTo(Stream.ofNullable(expected).toList());
    }

    @Test
    void removalsAtOneIndex_areFollowedEach_alsoWhereOneWaits() {
        Scenario board = board(
                "{xs: [a, b, c, d], m: {k: 1}}",
                "{name: r, on: {op: [remove], path: '/*/*'}, invoke: one}",
                "{name: at-once, on: {op: [remove], path: '/*/*'}, invoke: w}");
        edit(board, FIRST);
        edit(board, FIRST);
        edit(board, "[{op: remove, path: /xs/0}, {op: remove, path: /m/k}]");
        add(board, "/m/k", "1");
        edit(board, "[{op: remove, path: /m/k}]");

        assertThat(board.invocations("w"))
                .extracting(asked -> asked.trigger().path().orElseThrow())
                .containsExactlyInAnyOrder("/xs/0", "/xs/0", "/xs/0", "/m/k");
        List<String> followed = new ArrayList<>();
        while (!board.invocations("one").isEmpty()) {
            followed.add(board.invocation("one").trigger().path().orElseThrow());
            board.answer(board.invocation("one"), "[{op: add, path: /n, value: " + followed.size() + "}]");
        }
        assertThat(followed).containsExactly("/xs/0", "/xs/0", "/xs/0", "/m/k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "on: {op: [remove], path: '/xs/*'}, batch: {size: 3}",
                "on: {count: 3, of: [{op: [remove], path: '/xs/*'}]}, when: size(items) == 3"
            })
    void removalsAtOneIndex_countEach(String together) {
        Scenario board = board("{xs: [a, b, c, d]}", "{name: r, " + together + ", invoke: w}");
        edit(board, FIRST);
        edit(board, FIRST);

        assertThat(invoked(edit(board, FIRST))).containsExactly("w /xs/0 [/xs/0, /xs/0, /xs/0]");
        assertThat(views(board, "w"))
                .singleElement()
                .asString()
                .contains("\"items\":[{\"path\":\"/xs/0\"},{\"path\":\"/xs/0\"},{\"path\":\"/xs/0\"}]");
    }

    @Test
    void view_hasNoValueOfWhatWasRemoved() {
        Scenario board = board(
                "{xs: [a, b, c, d]}",
                "{name: one, on: {op: [remove], path: '/xs/*'}, invoke: w}",
                "{name: two, on: {op: [remove], path: '/xs/*'}, batch: {size: 2}, invoke: v}");
        edit(board, FIRST);
        assertThat(views(board, "w"))
                .singleElement()
                .asString()
                .contains("\"item\":{\"path\":\"/xs/0\"}", "\"/xs\":[\"b\",\"c\",\"d\"]");
        board.fail(board.invocation("w"), "no");
        assertThat(views(board, "w")).singleElement().asString().contains("\"item\":{\"path\":\"/xs/0\"}");

        edit(board, "[{op: remove, path: /xs/1}]");
        assertThat(views(board, "v"))
                .singleElement()
                .asString()
                .contains("\"item\":{\"path\":\"/xs/1\"},\"items\":[{\"path\":\"/xs/0\"},{\"path\":\"/xs/1\"}]");
    }

    @Test
    void forEach_showsItsOwnItem_andNoValueOfWhatWasRemoved() {
        Scenario board = board(
                "{xs: [a, b], all: [p, q]}",
                "{name: r, on: {op: [remove], path: '/xs/*'}, forEach: '/all/*',"
                        + " when: \"item == 'q' && items == [null]\", invoke: w}");
        edit(board, FIRST);

        assertThat(views(board, "w"))
                .singleElement()
                .asString()
                .contains("\"item\":{\"path\":\"/all/1\",\"value\":\"q\"},\"items\":[{\"path\":\"/xs/0\"}]");
    }

    @Test
    void whatHasWaited_isNotTakenForWhatIsThereByNow() {
        Scenario board = board(
                "{xs: [{k: w}, {k: v}]}",
                "{name: r, on: {op: [remove], path: '/xs/*'}, delay: PT1S,"
                        + " invoke: {choose: \"item == null ? 'w' : item.k\"}}");
        edit(board, FIRST);

        assertThat(board.tick(Duration.ofSeconds(1)))
                .singleElement()
                .extracting(entry -> ((WorkerInvoked) entry.event()).worker())
                .isEqualTo("w");
    }
}
