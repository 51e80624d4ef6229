package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An invariant about a change compares an item with itself, wherever the patch moved it. */
class TransitionInvariantTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: growing
            workers: {w: {privileged: true, unsolicited: true, write: [{op: [add, remove, replace, move], path: '/**'}]}}
            invariants: [{name: grows, path: '/xs/*', rule: self.n >= oldSelf.n}]
            state: {schema: true, initial: {xs: [{n: 5}, {n: 1}], ys: {}}}
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
}
