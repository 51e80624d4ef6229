package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An invariant about a change compares an item with itself, wherever the patch moved it. */
class TransitionInvariantTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: growing
            workers:
              w: {privileged: true, unsolicited: true, write: [{op: [add, remove, replace, move, copy], path: '/**'}, {op: [move], path: ''}]}
            invariants:
              - {name: grows, path: '/xs/*', rule: self.n >= oldSelf.n}
              - {name: members-grow, path: '/ms/*', rule: self.n >= oldSelf.n}
              - {name: one-grows, path: /one, rule: self >= oldSelf}
            state:
              schema: true
              initial: {xs: [{n: 5}, {n: 1}], ms: {a: {n: 5}, b: {n: 1}}, one: 5, spare: {n: 0}, few: 0}
            """;

    private static List<LogEntry> propose(String patch) {
        return new Scenario(BLUEPRINT).created().propose("w", patch);
    }

    @Test
    void oldSelf_afterARemovalBefore_isTheSameItem() {
        assertThat(propose("[{op: remove, path: /xs/0}]").get(0).event()).isInstanceOf(PatchCommitted.class);
        assertThat(propose("[{op: remove, path: /xs/0}, {op: replace, path: /xs/0/n, value: 0}]")
                        .get(0)
                        .event())
                .isInstanceOf(PatchRejected.class);
    }

    @Test
    void oldSelf_ofAnInsertedItem_isNone() {
        assertThat(propose("[{op: add, path: /xs/0, value: {n: 0}}]").get(0).event())
                .isInstanceOf(PatchCommitted.class);
    }

    @Test
    void oldSelf_ofAMovedItem_isWhereItCameFrom() {
        assertThat(propose("[{op: move, from: /xs/1, path: /xs/0}]").get(0).event())
                .isInstanceOf(PatchCommitted.class);
        assertThat(propose("[{op: move, from: /xs/0, path: /xs/1}, {op: replace, path: /xs/1/n, value: 4}]")
                        .get(0)
                        .event())
                .isInstanceOf(PatchRejected.class);
    }

    @Test
    void oldSelf_atANamedPlace_isWhatWasThere_wherePatchesMoveOrCopyAnotherValueTo() {
        assertRefused("one-grows", "[{op: move, from: /few, path: /one}]");
        assertRefused("one-grows", "[{op: copy, from: /few, path: /one}]");
        assertThat(propose("[{op: replace, path: /few, value: 6}, {op: move, from: /few, path: /one}]")
                        .get(0)
                        .event())
                .isInstanceOf(PatchCommitted.class);
    }

    @Test
    void oldSelf_ofWhatComesFromOutsideOfThePath_isNone() {
        assertThat(propose("[{op: replace, path: /spare/n, value: -1}, {op: move, from: /spare, path: /xs/-}]")
                        .get(0)
                        .event())
                .isInstanceOf(PatchCommitted.class);
    }

    @Test
    void oldSelf_ofAMemberThatAnotherIsMovedOver_isWhatHadItsName() {
        assertRefused("members-grow", "[{op: move, from: /ms/b, path: /ms/a}]");
        assertRefused("members-grow", "[{op: remove, path: /ms/a}, {op: move, from: /ms/b, path: /ms/a}]");
        assertRefused("members-grow", "[{op: move, from: /spare, path: /ms/a}]");
        assertRefused(
                "members-grow",
                "[{op: add, path: /spare, value: {ms: {a: {n: 0}}, xs: [], one: 5}}, {op: move, from: /spare, path: ''}]");
        assertThat(propose("[{op: move, from: /ms/a, path: /ms/b}]").get(0).event())
                .isInstanceOf(PatchCommitted.class);
    }

    @Test
    void oldSelf_ofARenamedMember_isWhatItWas() {
        assertThat(propose("[{op: move, from: /ms/a, path: /ms/c}]").get(0).event())
                .isInstanceOf(PatchCommitted.class);
        assertRefused("members-grow", "[{op: replace, path: /ms/a/n, value: 4}, {op: move, from: /ms/a, path: /ms/c}]");
    }

    /** Also by way of a place that another member has. */
    @ParameterizedTest
    @ValueSource(strings = {"/t", "/few"})
    void oldSelf_ofItemsOfAnArrayThatIsMovedAwayAndBack_isTheSameItems(String there) {
        String patch = "[{op: move, from: /xs, path: /t}, {op: %s}, {op: move, from: /t, path: /xs}]";
        UnaryOperator<String> way = between -> patch.formatted(between).replace("/t", there);
        assertRefused("grows", way.apply("replace, path: /t/0/n, value: 4"));
        assertRefused("grows", way.apply("remove, path: /t/1}, {op: replace, path: /t/0/n, value: 4"));
        assertRefused("grows", way.apply("add, path: /t/0, value: {n: 0}}, {op: replace, path: /t/1/n, value: 4"));
        assertRefused("grows", way.apply("move, from: /t/0, path: /t/1}, {op: replace, path: /t/1/n, value: 4"));
        assertCommitted(way.apply("remove, path: /t/0"));
        assertCommitted(way.apply("remove, path: /t/0}, {op: replace, path: /t/0/n, value: 2"));
        assertCommitted(way.apply("add, path: /t/0, value: {n: 0}"));
        assertCommitted(way.apply("move, from: /t/0, path: /t/1"));
    }

    @Test
    void oldSelf_ofAMemberThatComesBackOverAnother_isWhatHadItsName() {
        assertRefused(
                "members-grow",
                "[{op: move, from: /ms/a, path: /ms/b}, {op: replace, path: /ms/b/n, value: 2},"
                        + " {op: move, from: /ms/b, path: /ms/a}]");
        assertCommitted("[{op: move, from: /ms/a, path: /ms/b}, {op: move, from: /ms/b, path: /ms/a}]");
    }

    private static void assertCommitted(String patch) {
        assertThat(propose(patch).get(0).event()).isInstanceOf(PatchCommitted.class);
    }

    private static void assertRefused(String invariant, String patch) {
        assertThat(Scenario.only(propose(patch), PatchRejected.class)
                        .rejection()
                        .rule())
                .contains(invariant);
    }
}
