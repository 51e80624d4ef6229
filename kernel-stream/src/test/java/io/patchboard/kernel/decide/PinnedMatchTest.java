package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.add;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches that wait, of rules that show the state as it was at the match. */
class PinnedMatchTest {

    /** As of a reminder that nobody needs any more. */
    @ParameterizedTest
    @ValueSource(strings = {"delay: PT10S", "batch: {age: PT10S}"})
    void condition_afterTheWait_isAskedOfThePresentState(String waits) {
        Scenario board = board(
                "{open: false}",
                "{name: r, on: {op: [replace], path: /open}, when: item, pin: true, " + waits + ", invoke: w}");
        edit(board, "[{op: replace, path: /open, value: true}]");
        edit(board, "[{op: replace, path: /open, value: false}]");

        assertThat(board.tick(Duration.ofSeconds(10)))
                .extracting(LogEntry::event)
                .doesNotHaveAnyElementsOfTypes(WorkerInvoked.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "delay: PT10S, ", "batch: {size: 1}, "})
    void join_isAskedAboutTheItemOfItsLastPart(String waits) {
        Scenario board = board(
                "{orders: {}, payments: {}}",
                "{name: j, on: {all: [{path: '/orders/*'}, {path: '/payments/*'}]}, when: item == 'v', pin: true, "
                        + waits + "invoke: {choose: item}}");
        add(board, "/orders/o", "o");
        add(board, "/payments/p", "v");
        board.tick(Duration.ofSeconds(10));

        assertThat(board.invocation("v").baseVersion()).isEqualTo(2);
    }

    @Test
    void batch_choosesByItsLast() {
        Scenario board =
                board("{m: {}}", "{name: r, on: {path: '/m/*'}, batch: {size: 2}, pin: true, invoke: {choose: item}}");
        add(board, "/m/a", "w");
        add(board, "/m/b", "v");

        assertThat(board.invocation("v").trigger().paths()).containsExactly("/m/a", "/m/b");
    }
}
