package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.TriggerHeld;
import org.junit.jupiter.api.Test;

/** What waits on a board, and has nothing to do with a patch, is not followed through each of its operations. */
class WorkOfWhatWaitsTest {

    /** @param w what the blueprint says of the worker that items wait for */
    private static Scenario board(String w) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: waits
                state: {schema: true, initial: {items: [], done: []}}
                workers:
                  boss: {unsolicited: true, write: [{op: [add], path: "/**"}]}
                  w: {read: ["/items/*"], write: [{op: [add], path: "/done/-"}], %s}
                rules:
                  - {name: r, on: {op: [add], path: "/items/*"}, invoke: w}
                """.formatted(w)).created();
    }

    private static Scenario waiting(int items) {
        Scenario board = board("maxConcurrent: 1");
        board.propose("boss", each(items, i -> "{op: add, path: /items/-, value: {id: " + i + "}}"));
        assertThat(board.board().held()).hasSize(items - 1);
        return board;
    }

    private static long workOfAppending(Scenario board) {
        Scenario.only(
                board.propose("boss", each(1_000, i -> "{op: add, path: /done/-, value: 1}")), PatchCommitted.class);
        return board.work();
    }

    @Test
    void patchOfManyOperationsElsewhere_takesALookAtEachThatWaits() {
        long few = workOfAppending(waiting(100));

        assertThat(workOfAppending(waiting(600)) - few).isLessThan(500L * 20);
    }

    @Test
    void placesThatAPatchMoves_areFollowedThroughEachOfItsOperations() {
        Scenario board = waiting(500);
        board.propose("boss", each(100, i -> "{op: add, path: /items/0, value: 1}"));

        assertThat(board.work()).isGreaterThan(500L * 100 * 2);
        assertThat(board.board().held().getFirst().trigger().path()).contains("/items/101");
    }

    /** Each is bound by a commit of its own, and the others wait meanwhile. */
    @Test
    void resultThatAThousandItemsWaitFor_isBoundForAllOfThem() {
        Scenario board = board("idempotencyKey: \"'once'\"");
        board.propose("boss", each(1_000, i -> "{op: add, path: /items/-, value: {id: " + i + "}}"));
        assertThat(board.entries(TriggerHeld.class)).hasSize(999);

        board.answer(board.invocation("w"), "[{op: add, path: /done/-, value: 1}]");

        assertThat(board.entries(PatchCommitted.class)).hasSize(1 + 1_000);
        assertThat(board.board().held()).isEmpty();
    }

    /** Each of so many results would move what all the others wait for. */
    @Test
    void resultsThatWouldEachMoveAThousandItemsThatWait_areRefused_andItIsSaidWhatToDo() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: removes
                state: {schema: true, initial: {items: []}}
                workers:
                  boss: {unsolicited: true, write: [{op: [add], path: "/**"}]}
                  w:
                    read: ["/items/*"]
                    idempotencyKey: "'once'"
                    privileged: true
                    write: [{op: [remove], path: "/items/*"}]
                rules: [{name: r, on: {op: [add], path: "/items/*"}, invoke: w}]
                """).created();
        board.propose("boss", each(1_000, i -> "{op: add, path: /items/-, value: {id: " + i + "}}"));

        PatchRejected refused = Scenario.only(
                board.answer(board.invocation("w"), "[{op: remove, path: /items/0}]"), PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("cost");
        assertThat(refused.rejection().message()).contains("have fewer matches wait at once");
    }
}
