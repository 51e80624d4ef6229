package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who takes over from another worker looks at the same thing, sees no more than it did, and waits for a place. */
class TakingOverTest {

    private static final String WRONG = "[{op: replace, path: /nowhere, value: 1}]";

    /** Two ways in which a worker called senior takes over after one rejection. */
    private static final String CAUGHT = "policies: {once: {retry: {maxAttempts: 1}, onExhausted: {catch: senior}}}";

    private static final String REPAIRED =
            "policies: {once: {retry: {maxAttempts: 5}}}\n" + "circuit: {invalidStreak: 1, onTrip: [{repair: senior}]}";

    private static Scenario board(String way, String more) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: taking-over
                workers:
                  editor: {privileged: true, unsolicited: true, write: [{op: [add, remove, replace], path: '/**'}]}
                  w: {read: ['/**'], policy: once, write: [{op: [replace], path: /nowhere}]}
                  senior: {maxConcurrent: 1, read: ['/**'], write: [{op: [add], path: '/notes/-'}]}
                rules: [{name: look, on: {op: [add], path: '/items/*'}, %s invoke: w}]
                state: {schema: {type: object}, initial: {items: [], notes: []}}
                """.formatted(more) + way).created();
    }

    private static List<LogEntry> add(Scenario board, int item) {
        return board.propose("editor", "[{op: add, path: /items/-, value: " + item + "}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {CAUGHT, REPAIRED})
    void itemMoved_isStillTheSameItem(String way) {
        Scenario board = board(way, "");
        add(board, 10);
        add(board, 20);
        add(board, 30);
        board.propose("editor", "[{op: remove, path: /items/0}]");
        board.answer(board.invocations("w").get(1), WRONG);

        WorkerInvoked taken = board.invocation("senior");
        assertThat(taken.trigger().path()).contains("/items/0");
        assertThat(taken.view().toString()).contains("{\"path\":\"/items/0\",\"value\":20}");
    }

    @ParameterizedTest
    @ValueSource(strings = {CAUGHT, REPAIRED})
    void itemGone_nobodyTakesOver(String way) {
        Scenario board = board(way, "");
        add(board, 10);
        board.propose("editor", "[{op: remove, path: /items/0}]");
        board.answer(board.invocation("w"), WRONG);

        assertThat(board.invocations("senior")).isEmpty();
        assertThat(board.board().waiting()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {CAUGHT, REPAIRED})
    void pinned_showsTheStateOfTheMatch(String way) {
        Scenario board = board(way, "pin: true,");
        add(board, 10);
        long version = board.board().version();
        board.propose("editor", "[{op: add, path: /notes/-, value: secret}]");
        board.answer(board.invocation("w"), WRONG);

        WorkerInvoked taken = board.invocation("senior");
        assertThat(taken.baseVersion()).isEqualTo(version);
        assertThat(taken.view().toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {CAUGHT, REPAIRED})
    void noPlaceFree_waitsForOne(String way) {
        Scenario board = board(way, "");
        add(board, 10);
        add(board, 20);
        board.answer(board.invocations("w").get(0), WRONG);
        List<LogEntry> second = board.answer(board.invocations("w").get(0), WRONG);

        TriggerHeld held = Scenario.only(second, TriggerHeld.class);
        assertThat(held.reason()).isEqualTo(TriggerHeld.Reason.LIMIT);
        assertThat(board.board().waiting()).isEmpty();
        board.answer(board.invocation("senior"), "[{op: add, path: /notes/-, value: 1}]");
        WorkerInvoked waited = board.invocation("senior");
        assertThat(waited.trigger().path()).contains("/items/1");
        assertThat(waited.cause())
                .as("as if it had not waited")
                .isEqualTo(held.cause())
                .isPresent();
    }
}
