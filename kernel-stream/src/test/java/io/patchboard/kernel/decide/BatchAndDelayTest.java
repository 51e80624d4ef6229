package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.held;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static io.patchboard.kernel.decide.RulesBoard.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that wait for more of the same, or for a time. */
class BatchAndDelayTest {

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

    @ParameterizedTest
    @ValueSource(strings = {"{size: 2}", "{age: PT5S}"})
    void batch_ofAnActionThatIsDone_bindsItsResultOnce(String batch) {
        Scenario board = board(
                "{xs: [], done: []}",
                "{name: r, on: {op: [add], path: '/xs/*'}, batch: %s, invoke: once}".formatted(batch));
        String two = "[{op: add, path: /xs/-, value: 1}, {op: add, path: /xs/-, value: 2}]";
        edit(board, two);
        board.tick(Duration.ofSeconds(5));
        board.answer(board.invocation("once"), "[{op: add, path: /done/-, value: 1}]");

        List<LogEntry> entries = new ArrayList<>(edit(board, two.replace("]", ", ") + two.substring(1)));
        entries.addAll(board.tick(Duration.ofSeconds(5)));

        assertThat(repeated(entries).stream().flatMap(List::stream))
                .containsExactly("/xs/2", "/xs/3", "/xs/4", "/xs/5");
        assertThat(board.board().held()).isEmpty();
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
}
