package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.BudgetedBoard.board;
import static io.patchboard.kernel.decide.BudgetedBoard.cost;
import static io.patchboard.kernel.decide.BudgetedBoard.halt;
import static io.patchboard.kernel.decide.BudgetedBoard.scenario;
import static io.patchboard.kernel.decide.BudgetedBoard.set;
import static io.patchboard.kernel.decide.BudgetedBoard.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Cause;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a board and its workers may use up: a warning at four fifths, an end with a name, and the result so far. */
class BudgetTest {

    @Test
    void answer_modelAndRepairs_inTheLogAsTheyWereReported() {
        Usage usage =
                new Usage(10, 5, Optional.of(new BigDecimal("0.5")), Optional.of("small-1"), List.of("code-fence"));

        PatchCommitted committed = Scenario.only(set(board("tokens: 100"), 1, usage), PatchCommitted.class);

        assertThat(committed.usage()).contains(usage);
    }

    // the board's

    @Test
    void invocations_warnAtFourFifths_andHaltWhenOneMoreIsWanted() {
        Scenario board = board("invocations: 5");
        for (int n = 1; n <= 2; n++) {
            assertThat(set(board, n, Usage.NONE))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        }
        List<LogEntry> fourth = set(board, 3, Usage.NONE);
        assertThat(fourth)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class, BudgetWarning.class);
        BudgetWarning warning = Scenario.only(fourth, BudgetWarning.class);
        assertThat(warning.budget()).isEqualTo(BudgetKind.INVOCATIONS);
        assertThat(warning.worker()).isEmpty();
        assertThat(warning.used()).isEqualTo(Json.of(4));
        assertThat(warning.limit()).isEqualTo(Json.of(5));
        assertThat(warning.message())
                .isEqualTo("The board has used 4 invocations of 5 invocations, four fifths of the budget or more.");
        assertThat(set(board, 4, Usage.NONE))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);

        BoardHalted halt = halt(set(board, 5, Usage.NONE));

        assertThat(halt.detail()).isEqualTo("invocations");
        assertThat(halt.message()).isEqualTo("The board's budget of 5 invocations is used up: 5 invocations so far.");
        assertThat(halt.result()).contains(Json.of(5));
    }

    @Test
    void toolCalls_warnOnce_andHalt() {
        Scenario board = board("toolCalls: 10");
        assertThat(set(board, 1, called(7)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        BudgetWarning warning = Scenario.only(set(board, 2, called(1)), BudgetWarning.class);
        assertThat(warning.budget()).isEqualTo(BudgetKind.TOOL_CALLS);
        assertThat(warning.used()).isEqualTo(Json.of(8));

        BoardHalted halt = halt(set(board, 3, called(5)));

        assertThat(halt.detail()).isEqualTo("toolCalls");
        assertThat(halt.message())
                .isEqualTo("The board's budget of 10 calls of tools is used up: 13 calls of tools so far.");
    }

    @Test
    void toolCalls_ofAWorker_countRejectedAnswers_andItsCatcherTakesOver() {
        Scenario board = scenario("", "budgets: {toolCalls: 4}, policy: caught").created();
        board.answer(board.invocation("w"), "[{op: remove, path: /n}]", called(3));
        assertThat(board.board().spending().of("w").toolCalls()).isEqualTo(3);

        set(board, 1, called(1));

        assertThat(board.invocations("w")).isEmpty();
        assertThat(board.invocations("v")).hasSize(1);
    }

    private static Usage called(long calls) {
        return Usage.NONE.withTools(calls, Optional.of("7b1f".repeat(16)));
    }

    @Test
    void tokens_warnOnce_andHalt() {
        Scenario board = board("tokens: 100");
        assertThat(set(board, 1, new Usage(40, 39)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        assertThat(set(board, 2, new Usage(1, 0)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BudgetWarning.class, WorkerInvoked.class);
        assertThat(set(board, 3, new Usage(0, 10)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        assertThat(halt(set(board, 4, new Usage(0, 10))).detail()).isEqualTo("tokens");
    }

    @Test
    void cost_isAddedUpExactly() {
        Scenario board = board("cost: 0.3");
        assertThat(set(board, 1, cost("0.1")))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        set(board, 2, cost("0.1999999999999999999999999999"));
        assertThat(board.entries(BudgetWarning.class)).hasSize(1);
        assertThat(board.board().spending().cost()).isEqualTo(new BigDecimal("0.2999999999999999999999999999"));
        BoardHalted halt = halt(set(board, 3, cost("1e-28")));
        assertThat(halt.detail()).isEqualTo("cost");
        assertThat(halt.message()).contains("a cost of 0.3 is used up");
    }

    @Test
    void duration_warnsByTimer_andHaltsByTimer() {
        Scenario board = scenario("duration: PT100S", "policy: default").created();
        board.wait(Duration.ofSeconds(50)).pause();
        board.wait(Duration.ofHours(1)).resume();
        Instant resumed = board.now();
        assertThat(board.board().nextDue()).contains(resumed.plusSeconds(10));
        board.tick(Duration.ofSeconds(10));
        assertThat(board.board().nextDue()).contains(resumed.plusSeconds(30));
        assertThat(board.tick(Duration.ofSeconds(20).minusMillis(1))).isEmpty();

        BudgetWarning warning = Scenario.only(board.tick(Duration.ofMillis(1)), BudgetWarning.class);

        assertThat(warning.budget()).isEqualTo(BudgetKind.DURATION);
        assertThat(warning.used()).hasToString("80");
        assertThat(board.board().nextDue()).contains(resumed.plusSeconds(50));
        BoardHalted halt = halt(board.tick(Duration.ofSeconds(20)));
        assertThat(halt.detail()).isEqualTo("duration");
        assertThat(halt.message()).isEqualTo("The board's budget of 100 seconds is used up: 100 seconds so far.");
    }

    @Test
    void stateBytes_rejectWhatWouldExceedThem_andWarn() {
        Scenario board = scenario("stateBytes: 50", "policy: default").created();
        String large = "[{op: replace, path: /text, value: '" + "x".repeat(40) + "'}]";
        PatchRejected rejected = Scenario.only(board.answer(board.invocation("w"), large), PatchRejected.class);
        assertThat(rejected.stage()).isEqualTo(Stage.BUDGET);
        assertThat(rejected.rejection().code()).isEqualTo("state-bytes");
        assertThat(rejected.rejection().message())
                .isEqualTo(
                        "Expected a state of at most 50 bytes, but it would have 57. More is allowed by a blueprint with"
                                + " larger budgets.stateBytes (board amend).");

        List<LogEntry> entries =
                board.answer(board.invocation("w"), "[{op: replace, path: /text, value: '" + "x".repeat(23) + "'}]");

        BudgetWarning warning = Scenario.only(entries, BudgetWarning.class);
        assertThat(warning.budget()).isEqualTo(BudgetKind.STATE_BYTES);
        assertThat(warning.used()).isEqualTo(Json.of(40));
    }

    @Test
    void stateBytes_holdForTheFirstState_too() {
        CommandRejected rejected =
                Scenario.only(scenario("stateBytes: 10", "policy: default").create(), CommandRejected.class);
        assertThat(rejected.rejection().code()).isEqualTo("state-bytes");
    }

    @Test
    void completion_comesBeforeAnExhaustedBudget() {
        Scenario board = board("tokens: 10");
        assertThat(set(board, 1000, new Usage(10, 0)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
    }

    // a worker's

    @Test
    void workersTokens_warn_andHaltWithItsName() {
        Scenario board = worker("tokens: 100");
        BudgetWarning warning = Scenario.only(set(board, 1, new Usage(85, 0)), BudgetWarning.class);
        assertThat(warning.worker()).contains("w");
        assertThat(warning.budget()).isEqualTo(BudgetKind.TOKENS);
        assertThat(warning.message()).startsWith("Worker \"w\" has used 85 tokens of 100 tokens");

        BoardHalted halt = halt(set(board, 2, new Usage(15, 0)));

        assertThat(halt.detail()).isEqualTo("workers/w/tokens");
        assertThat(halt.message())
                .contains("Worker \"w\"'s budget of 100 tokens")
                .contains("100 tokens so far");
    }

    @Test
    void workersInvocations_haltWhenOneMoreIsWanted() {
        Scenario board = worker("invocations: 2");
        set(board, 1, Usage.NONE);
        assertThat(board.entries(BudgetWarning.class)).hasSize(1);
        assertThat(halt(set(board, 2, Usage.NONE)).detail()).isEqualTo("workers/w/invocations");
    }

    @Test
    void workersCost_haltsWithItsName() {
        assertThat(halt(set(worker("cost: 2.5"), 1, cost("2.50"))).detail()).isEqualTo("workers/w/cost");
    }

    @Test
    void workersDuration_isHowLongItsInvocationsWereOpen_withoutPauses() {
        Scenario board = worker("duration: PT30S");
        board.wait(Duration.ofSeconds(9)).pause();
        board.wait(Duration.ofHours(1)).resume();
        board.wait(Duration.ofSeconds(1));
        set(board, 1, Usage.NONE);
        assertThat(board.board().spending().of("w").open()).isEqualTo(Duration.ofSeconds(10));
        board.wait(Duration.ofSeconds(20));
        assertThat(halt(set(board, 2, Usage.NONE)).detail()).isEqualTo("workers/w/duration");
    }

    @Test
    void workersBudgetUsedUp_withACatch_letsTheOtherWorkerTakeOver() {
        Scenario board = scenario("", "budgets: {tokens: 100}, policy: caught").created();

        List<LogEntry> entries = set(board, 1, new Usage(100, 0));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BudgetWarning.class, WorkerInvoked.class);
        WorkerInvoked other = board.invocation("v");
        assertThat(other.cause().orElseThrow().action()).isEqualTo(Cause.Action.CATCH);
        assertThat(other.trigger().rule()).isEqualTo("next");
    }

    @Test
    void retryOfAWorkerWhoseBudgetIsUsedUp_isMadeOnce_byWhoCatchesIt() {
        Scenario board = scenario("", "budgets: {tokens: 100}, policy: caught").created();
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: wrong}]", new Usage(100, 0));
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.board().open()).hasSize(1);
        assertThat(board.invocation("v").trigger().rule()).isEqualTo("start");
    }

    // hostile numbers, stored boards

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e15", "1e999", "1e-41", "-1e900"})
    void costThatCannotBeAddedUp_isRefused(String number) {
        Fields usage = new Fields((JsonObject) JsonReader.parse("{\"cost\":" + number + "}"));
        assertThatThrownBy(() -> Usage.read(usage))
                .isInstanceOf(FieldException.class)
                .hasMessageStartingWith("Expected at ")
                .hasMessageContaining("/usage/cost, but got ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0e-900", "0.1234567890123456789", "999999999999999", "1.2345678901234567e-7"})
    void costOfAnyOrdinaryLength_isTaken(String number) {
        Fields usage = new Fields((JsonObject) JsonReader.parse("{\"cost\":" + number + "}"));
        assertThat(Usage.read(usage).cost().orElseThrow()).isEqualByComparingTo(number);
    }

    @Test
    void spendingSurvivesTheStore() {
        Scenario scenario = worker("tokens: 100, duration: PT1H");
        scenario.wait(Duration.ofSeconds(3));
        set(scenario, 1, new Usage(85, 0, Optional.of(new BigDecimal("1.50"))));
        Board board = scenario.board();
        JsonObject json = (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(board)));
        assertThat(BoardJson.read(json, hash -> board.rules())).isEqualTo(board);
    }
}
