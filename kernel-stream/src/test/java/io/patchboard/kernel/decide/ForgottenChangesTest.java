package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of more changes than a board remembers it knows whether they moved anything: if not, indexes mean what they did. */
class ForgottenChangesTest {

    private static Scenario board(int items) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: forgotten
                state: {schema: true, initial: {items: {$input: /items}, out: [0]}}
                workers:
                  w: {read: ["/items/*"], view: {maxChars: 500}, write: [{op: [add, replace], path: "/items/*/*"}]}
                  boss: {unsolicited: true, write: [{op: [add], path: "/**"}]}
                rules: [{name: r, on: {event: created}, forEach: "/items/*", invoke: w}]
                policies: {default: {retry: {maxAttempts: 1}}}
                """).created("{items: " + each(items, i -> "{n: " + i + "}") + "}");
    }

    private static PatchRejected stale(Scenario board, WorkerInvoked invoked, String patch) {
        PatchRejected rejected = Scenario.only(board.answer(invoked, patch), PatchRejected.class);
        assertThat(rejected.rejection().code()).isEqualTo("stale");
        return rejected;
    }

    /** As the parts of a map do, of which there may be thousands. */
    @Test
    void hundredsThatAreAskedAtOnce_eachAnswerForTheirItem() {
        Scenario board = board(700);
        List<WorkerInvoked> asked = board.invocations("w");
        while (!asked.isEmpty()) {
            for (WorkerInvoked invoked : asked) {
                String place = invoked.trigger().path().orElseThrow();
                board.answer(invoked, "[{op: add, path: " + place + "/done, value: true}]");
            }
            asked = board.invocations("w");
        }

        assertThat(board.entries(PatchRejected.class)).isEmpty();
        assertThat(board.entries(PatchCommitted.class)).hasSize(700);
    }

    @Test
    void largePatchThatMovesNothing_leavesIndexesAsTheyAre_andIsHeldAgainstWhatItMayHaveChanged() {
        Scenario board = board(300);
        List<WorkerInvoked> asked = board.invocations("w");
        board.propose("boss", each(200, i -> "{op: add, path: /items/" + i + "/more, value: 1}"));

        Scenario.only(board.answer(asked.get(0), "[{op: add, path: /items/0/done, value: 1}]"), PatchCommitted.class);
        stale(board, asked.get(1), "[{op: replace, path: /items/1/n, value: 9}]");
    }

    @Test
    void largePatchThatOnlyAppends_leavesIndexesAsTheyAre() {
        Scenario board = board(2);
        WorkerInvoked asked = board.invocations("w").getFirst();
        board.propose("boss", each(200, i -> "{op: add, path: /" + (i % 2 == 0 ? "items" : "out") + "/-, value: {}}"));

        Scenario.only(board.answer(asked, "[{op: add, path: /items/0/done, value: 1}]"), PatchCommitted.class);
        assertThat(board.at("/items/0/done")).hasToString("1");
    }

    /** As it is not after a few. */
    @Test
    void largePatchThatOnlyAppends_itsItemsAreNotWhatAnIndexBeyondTheEndMeant() {
        Scenario board = board(2);
        WorkerInvoked asked = board.invocations("w").getFirst();
        board.propose("boss", each(200, i -> "{op: add, path: /" + (i % 2 == 0 ? "items" : "out") + "/-, value: {}}"));

        PatchRejected rejected =
                Scenario.only(board.answer(asked, "[{op: add, path: /items/2/done, value: 1}]"), PatchRejected.class);
        assertThat(rejected.rejection().code()).isEqualTo("path-missing");
        assertThat(rejected.rejection().pointer()).isEqualTo("/items/102/done");
    }

    @Test
    void largePatchThatMovesItems_isNamed() {
        Scenario board = board(2);
        board.propose("boss", each(200, i -> "{op: add, path: /out/0, value: 1}"));

        PatchRejected rejected =
                stale(board, board.invocations("w").getFirst(), "[{op: add, path: /items/0/done, value: true}]");

        assertThat(rejected.rejection().message())
                .contains("by version 2 all was replaced, or more was moved than is remembered");
    }

    /** Who asked to see more answers from the same pinned view once more, and its first answer had moved items. */
    @Test
    void largeOwnPatchThatMovesItems_leavesNoneWhereItWas() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: own
                state: {schema: true, initial: {items: [{id: 0}, {id: 1}], out: []}}
                workers:
                  w: {privileged: true, read: [/**], write: [{op: [add], path: /**}]}
                rules: [{name: r, on: {event: created}, pin: true, invoke: w}]
                policies: {default: {retry: {maxAttempts: 1}}}
                """).created();
        String moving = each(120, i -> "{op: add, path: /items/0, value: {id: new}}");
        String asking = ", {op: add, path: /$expand/-, value: /items/1}]";
        board.answer(board.invocation("w"), moving.substring(0, moving.length() - 1) + asking);

        stale(board, board.invocation("w"), "[{op: add, path: /items/1/note, value: mine}]");
    }
}
