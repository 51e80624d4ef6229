package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a board can hold no more, and what follows on the refusal cannot be done either. */
class RefusalsTest {

    private static final int HELD_AT_MOST = 5_000;
    private static final int AT_ONCE = 250;

    /** Holds as much as it can; the answer of {@code w} would have it hold more. */
    private static Scenario full(String policy, String gates, int gated) {
        Scenario board =
                new Scenario("""
                apiVersion: patchboard/v1
                name: full
                state: {schema: true, initial: {text: {$input: /text}, xs: [], held: 0}}
                workers:
                  editor: {unsolicited: true, write: [{op: [add], path: /xs/-}, {op: [replace], path: /held}]}
                  w: {read: [/text], view: {maxChars: 1000000}, write: [{op: [add], path: /xs/-}], policy: own}
                  other: {maxConcurrent: 1}
                policies: {own: %s}
                gates: %s
                rules:
                  - {name: ask, on: {event: created}, invoke: w}
                  - {name: occupy, on: {event: created}, invoke: other}
                  - {name: hold, on: {op: [add], path: '/xs/*'}, batch: {age: PT1H}, invoke: other}
                """.formatted(policy, gates)).created("{\"text\": \"" + "é".repeat(900_000) + "\"}");
        for (int i = 0; i < gated; i++) {
            board.propose("editor", "[{op: replace, path: /held, value: " + (i + 1) + "}]");
        }
        for (int i = 0; i < HELD_AT_MOST / AT_ONCE; i++) {
            board.propose("editor", each(AT_ONCE, any -> "{op: add, path: /xs/-, value: 1}"));
        }
        assertThat(board.board().held().size()).isEqualTo(HELD_AT_MOST);
        assertThat(board.board().work().gated().size()).isEqualTo(gated);
        return board;
    }

    private static BoardHalted halted(Scenario board) {
        List<LogEntry> entries = board.answer(board.invocation("w"), "[{op: add, path: /xs/-, value: 1}]");
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().code())
                .isEqualTo("held-triggers");
        return Scenario.only(entries, BoardHalted.class);
    }

    @Test
    void refusalThatTakesTooMuchWork_haltsTheBoardAtTheLimitThatTheMessageIsAbout() {
        Scenario board = full("{retry: {maxAttempts: 3}}", "[]", 0);

        BoardHalted halted = halted(board);

        assertThat(halted.message()).contains("at most 2500000 steps of work (25 ms)");
        assertThat(halted.detail()).isEqualTo("work");
    }

    @Test
    void refusalForWhichThereIsNoRoomEither_haltsTheBoard_asWell() {
        Scenario board = full("{retry: {maxAttempts: 1}, onExhausted: {catch: other}}", "[]", 0);

        BoardHalted halted = halted(board);

        assertThat(halted.message()).contains("5000 matches");
        assertThat(halted.detail()).isEqualTo("held-triggers");
    }

    @Test
    void moreThanCanBeWithdrawn_isLeft_andTheBoardIsHaltedAllTheSame() {
        Scenario board = full(
                "{retry: {maxAttempts: 1}, onExhausted: {catch: other}}",
                "[{name: g, on: {path: /held}, approvers: [ada]}]",
                300);

        BoardHalted halted = halted(board);

        assertThat(halted.detail()).isEqualTo("work");
        assertThat(board.work()).isLessThan(Work.LIMIT);
    }
}
