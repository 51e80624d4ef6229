package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker was shown is moved, meanwhile, to a place whose name the worker may not read. */
final class MovedOutOfSightTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: moved
            state: {schema: true, initial: {xs: [{t: a}, {t: b}], vault: {}, open: {}}}
            workers:
              w: {privileged: true, read: ['/xs/*', '/open'], write: [%s]}
              ed: {unsolicited: true, privileged: true, write: [{op: [add, replace, remove, move], path: '/**'}]}
            invariants: [{name: short, path: '/vault/*', rule: "size(string(self.t)) < 3", message: It is short.}]
            rules: [{name: r, on: {event: created}, invoke: w}]
            policies: {default: {retry: {maxAttempts: 2}}}
            """;

    private static final String UNUSABLE = "[{op: add, path: /open/none/x, value: 1}]";

    private static final List<String> WRITES = List.of(
            "{op: [add, replace, remove, copy], path: '/xs/*/*'}, {op: [add, copy], path: '/open/*'}",
            "{op: [add, replace, remove, copy], path: '/**'}",
            "{op: [add, replace, remove, copy], path: '/*/*/*'}, {op: [copy], path: '/open/*'}");

    private static final List<String> EDITS =
            List.of("", ", {op: replace, path: /vault/MARK/t, value: c}", ", {op: remove, path: /vault/MARK/t}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: copy, from: /xs/0, path: /open/own}",
                "{op: copy, from: /xs/0/t, path: /open/own}",
                "{op: replace, path: /xs/0/t, value: own}",
                "{op: add, path: /xs/0/t, value: own}",
                "{op: add, path: /xs/0/t/z, value: own}",
                "{op: remove, path: /xs/0/t}",
                "{op: remove, path: /xs/0/zz}",
                "{op: test, path: /xs/0/t, value: x}",
                "{op: add, path: /$expand/-, value: /xs/0}"
            })
    void itsNewName_isNotTold(String operation) {
        for (String write : WRITES) {
            for (String edit : EDITS) {
                List<LogEntry> entries = answered(write, "/vault/MARK", edit, operation);

                assertThat(told(entries)).as("%s, %s", write, entries).doesNotContain("MARK");
            }
        }
    }

    @Test
    void itsNewName_isNotTold_whereItIsGoneFromThere() {
        Scenario board =
                new Scenario(BLUEPRINT.formatted(WRITES.get(0)).replace("maxAttempts: 2", "maxAttempts: 9")).created();
        board.answer(board.invocation("w"), "[{op: add, path: /$expand/-, value: /xs/0}]");
        board.propose("ed", "[{op: move, from: /xs/0, path: /vault/MARK}]");
        List<LogEntry> moved = board.answer(board.invocation("w"), UNUSABLE);
        board.propose("ed", "[{op: remove, path: /vault/MARK}]");
        List<LogEntry> gone = board.answer(board.invocation("w"), UNUSABLE);

        assertThat(told(moved) + told(gone)).doesNotContain("MARK");
    }

    @Test
    void itsNewIndex_isToldAsEver() {
        String edit = ", {op: replace, path: /xs/1/t, value: c}";

        List<LogEntry> entries = answered(WRITES.get(1), "/xs/1", edit, "{op: replace, path: /xs/0/t, value: own}");

        assertThat(Scenario.only(entries, PatchRejected.class).told()).isEmpty();
        assertThat(told(entries)).contains("Expected /xs/1/t to be as in the worker's view");
    }

    private static List<LogEntry> answered(String write, String to, String edit, String operation) {
        Scenario board = new Scenario(BLUEPRINT.formatted(write)).created();
        WorkerInvoked invoked = board.invocation("w");
        board.propose("ed", "[{op: move, from: /xs/0, path: " + to + "}" + edit + "]");
        return board.answer(invoked, "[" + operation + "]");
    }

    /** Why it was rejected, as its author is told, and what it is shown then. */
    private static String told(List<LogEntry> entries) {
        StringBuilder told = new StringBuilder();
        for (LogEntry entry : entries) {
            if (entry.event() instanceof PatchRejected rejected) {
                told.append(rejected.rejectionAsTold());
            } else if (entry.event() instanceof WorkerInvoked invoked) {
                told.append(invoked.view());
            }
        }
        return told.toString();
    }
}
