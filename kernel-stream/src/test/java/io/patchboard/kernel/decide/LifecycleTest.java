package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From creation to the end, and what time does in between. */
class LifecycleTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Scenario board(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: life
                state: {schema: {type: object, properties: {n: {type: integer}}}, initial: {n: 0}}
                workers:
                  w: {read: [/n], write: [{op: [replace, add], path: /**}]}
                  v: {read: [/n], write: [{op: [replace, add], path: /**}]}
                """ + String.join("\n", lines));
    }

    private static final String START = "rules: [{name: start, on: {event: created}, invoke: w}]";
    private static final String TWO =
            "rules: [{name: a, on: {event: created}, invoke: w}, {name: b, on: {event: created}, invoke: v}]";
    private static final String CHAIN =
            "rules: [{name: a, on: {event: created}, invoke: w}, {name: b, on: {path: /n, op: [replace]}, invoke: v}]";

    private static String set(int n) {
        return "[{op: replace, path: /n, value: " + n + "}]";
    }

    // completion

    @Test
    void completion_comesBeforeTheInvocationsOfTheSameCommit() {
        Scenario board =
                board(CHAIN, "complete: {when: state.n == 7, result: /n}").created();

        List<LogEntry> entries = board.answer(board.invocation("w"), set(7));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
        BoardCompleted end = Scenario.only(entries, BoardCompleted.class);
        assertThat(end.result()).isEqualTo(Json.of(7));
        assertThat(end.stateHash().hex()).isEqualTo(board.board().stateHash());
        assertThat(board.board().phase()).isEqualTo(Phase.COMPLETED);
    }

    @Test
    void completion_closesOpenInvocations() {
        Scenario board = board(TWO, "complete: {when: state.n == 7}").created();
        WorkerInvoked other = board.invocation("v");

        BoardCompleted end = Scenario.only(board.answer(board.invocation("w"), set(7)), BoardCompleted.class);

        assertThat(end.abandonedInvocations()).containsExactly(other.invocationId());
        assertThat(end.result()).hasToString("{\"n\":7}");
        assertThat(board.board().open()).isEmpty();
        assertThat(Scenario.only(board.answer(other, set(8)), PatchRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void completion_ofTheFirstState_invitesNobody() {
        assertThat(board(START, "complete: {when: state.n == 0}").create())
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardCompleted.class);
    }

    @Test
    void completion_withoutAValueAtItsResult_isNull() {
        BoardCompleted end = Scenario.only(
                board("complete: {when: state.n == 0, result: /answer}").create(), BoardCompleted.class);
        assertThat(end.result()).isEqualTo(Json.nul());
    }

    // stuck

    @Test
    void boardThatNobodyCanMove_isStuck() {
        Scenario board =
                board(START, "complete: {when: state.n == 7, result: /n}").created();

        BoardHalted halt = Scenario.only(board.answer(board.invocation("w"), set(1)), BoardHalted.class);

        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.STUCK);
        assertThat(halt.result()).contains(Json.of(1));
        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
    }

    @Test
    void boardWithoutRules_isStuckAtOnce() {
        assertThat(board("").create())
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardHalted.class);
    }

    @Test
    void stuckBoard_saysWhyItIsNotComplete() {
        BoardHalted halt = Scenario.only(
                board("complete: {when: state.missing.deeply == 1}").create(), BoardHalted.class);
        assertThat(halt.message())
                .contains("Its complete.when cannot be evaluated: ")
                .contains("missing");
    }

    @Test
    void boardWithUnsolicitedWorkers_isNeverStuck() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: open
                state: {schema: true, initial: {n: 0}}
                workers: {w: {unsolicited: true, write: [{op: [replace], path: /n}]}}
                """);
        assertThat(board.create()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardCreated.class);
        assertThat(board.propose("w", set(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }

    // budgets

    @Test
    void invocationBudget_retriesIncluded_halts() {
        Scenario board = board(START, "budgets: {invocations: 2}").created();
        board.answer(board.invocation("w"), "nonsense");

        List<LogEntry> entries = board.answer(board.invocation("w"), "nonsense");

        BoardHalted halt = Scenario.only(entries, BoardHalted.class);
        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);
        assertThat(halt.detail()).isEqualTo("invocations");
        assertThat(board.entries(WorkerInvoked.class)).hasSize(2);
    }

    @Test
    void invocationBudget_inTheMiddleOfManyMatches_halts() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: many
                state: {schema: true, initial: {xs: [1, 2, 3, 4]}}
                workers: {w: {}}
                rules: [{name: r, on: {path: /xs/*}, invoke: w}]
                budgets: {invocations: 3}
                """);

        BoardHalted halt = Scenario.only(board.create(), BoardHalted.class);

        assertThat(board.entries(WorkerInvoked.class)).hasSize(3);
        assertThat(halt.abandonedInvocations()).hasSize(3);
    }

    @Test
    void tokenBudget_haltsWhenItIsUsedUp() {
        Scenario board = board(CHAIN, "budgets: {tokens: 100}").created();
        assertThat(board.answer(board.invocation("w"), set(1), new Usage(60, 39)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BudgetWarning.class, WorkerInvoked.class);

        BoardHalted halt =
                Scenario.only(board.answer(board.invocation("v"), set(2), new Usage(1, 0)), BoardHalted.class);

        assertThat(halt.detail()).isEqualTo("tokens");
        assertThat(halt.message()).contains("100");
    }

    @Test
    void tokenBudget_isUsedByRejectedAnswersToo() {
        Scenario board = board(START, "budgets: {tokens: 100}").created();
        assertThat(board.answer(board.invocation("w"), "nonsense", new Usage(Long.MAX_VALUE, Long.MAX_VALUE)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BoardHalted.class);
    }

    @Test
    void completion_comesBeforeTheTokenBudget() {
        Scenario board = board(START, "budgets: {tokens: 100}", "complete: {when: state.n == 7}")
                .created();
        assertThat(board.answer(board.invocation("w"), set(7), new Usage(1000, 0)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
    }

    @Test
    void durationBudget_haltsWhenItIsOver_withoutPauses() {
        Scenario board = board(START, "budgets: {duration: PT1M}").created();
        board.wait(SECOND.multipliedBy(30)).pause();
        assertThat(board.tick(Duration.ofHours(1))).isEmpty();
        board.resume();

        assertThat(board.tick(SECOND.multipliedBy(29)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BudgetWarning.class);
        BoardHalted halt = Scenario.only(board.tick(SECOND), BoardHalted.class);

        assertThat(halt.detail()).isEqualTo("duration");
        assertThat(halt.abandonedInvocations()).hasSize(1);
    }

    // retries

    private static String policy(String retry) {
        return "policies: {default: {timeout: PT10S, outage: {patience: PT0S}, retry: " + retry + "}}";
    }

    @Test
    void rejectedAnswer_isAskedForAgainAtOnce_andTheViewSaysWhy() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked first = board.invocation("w");

        List<LogEntry> entries = board.answer(first, "[{op: add, path: /missing/x, value: 1}]");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        WorkerInvoked second = board.invocation("w");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.trigger()).isEqualTo(first.trigger());
        assertThat(second.invocationId()).isNotEqualTo(first.invocationId());
        assertThat(second.view().toString()).contains("path-missing").contains("/missing/x");
        assertThat(first.view().toString()).doesNotContain("rejections");
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).contains(board.now());
    }

    @Test
    void attemptsSpent_leaveTheBoardStuck() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        board.fail(board.invocation("w"), "no idea");

        List<LogEntry> entries = board.fail(board.invocation("w"), "still none");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).isEmpty();
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().message())
                .isEqualTo("Expected an answer of worker \"w\", but it reports: still none");
    }

    @Test
    void fixedBackoff_waitsItsBaseEachTime() {
        Scenario board = board(START, policy("{maxAttempts: 4, backoff: {mode: fixed, base: PT3S}}"))
                .created();

        for (int attempt = 2; attempt <= 4; attempt++) {
            assertThat(board.fail(board.invocation("w"), "no"))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchRejected.class);
            assertThat(board.tick(SECOND.multipliedBy(3).minusMillis(1))).isEmpty();
            WorkerInvoked again = Scenario.only(board.tick(Duration.ofMillis(1)), WorkerInvoked.class);
            assertThat(again.attempt()).isEqualTo(attempt);
        }
        assertThat(board.fail(board.invocation("w"), "no"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
    }

    @Test
    void exponentialBackoff_doublesUpToItsCap() {
        Scenario board = board(START, policy("{maxAttempts: 9, backoff: {mode: exponential, base: PT1S, cap: PT5S}}"))
                .created();

        for (int seconds : List.of(1, 2, 4, 5, 5)) {
            Instant failed = board.now();
            PatchRejected entry = Scenario.only(board.fail(board.invocation("w"), "no"), PatchRejected.class);
            assertThat(entry.retryAt()).contains(failed.plusSeconds(seconds));
            board.tick(SECOND.multipliedBy(seconds));
        }
        assertThat(board.invocation("w").attempt()).isEqualTo(6);
    }

    @Test
    void timeout_isRejectedAtTheDeadline_andAskedForAgain() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked first = board.invocation("w");
        assertThat(first.deadline()).isEqualTo(board.now().plusSeconds(10));
        assertThat(board.tick(SECOND.multipliedBy(10).minusMillis(1))).isEmpty();

        List<LogEntry> entries = board.tick(Duration.ofMillis(1));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        PatchRejected timeout = Scenario.only(entries, PatchRejected.class);
        assertThat(timeout.stage()).isEqualTo(Stage.TIMEOUT);
        assertThat(timeout.invocationId()).contains(first.invocationId());
        assertThat(timeout.proposalId()).isEmpty();
        assertThat(timeout.worker()).contains("w");
        assertThat(timeout.rejection().message()).startsWith("Expected an answer of worker \"w\" before ");
        assertThat(board.tick(SECOND.multipliedBy(10)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, BoardHalted.class);
    }

    @Test
    void tick_beforeAnythingIsDue_writesNothing() {
        Scenario board = board(START).created();
        assertThat(board.tick(SECOND)).isEmpty();
        assertThat(new Scenario(Texts.json("{}"), Limits.DEFAULT).tick(SECOND)).isEmpty();
    }

    @Test
    void timeouts_ofManyInvocations_comeInTheOrderOfTheirDeadlines() {
        Scenario board = board(
                        TWO, "policies: {default: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}}}")
                .created();
        WorkerInvoked w = board.invocation("w");
        WorkerInvoked v = board.invocation("v");

        List<LogEntry> entries = board.tick(Duration.ofMinutes(1));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        PatchRejected.class,
                        BranchStopped.class,
                        PatchRejected.class,
                        BranchStopped.class,
                        BoardHalted.class);
        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(PatchRejected.class::isInstance)
                .extracting(entry -> ((PatchRejected) entry).invocationId().orElseThrow())
                .containsExactlyInAnyOrder(w.invocationId(), v.invocationId());
    }

    // pause, resume, cancel

    @Test
    void pause_movesDeadlinesByAsLongAsItLasted() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked invoked = board.invocation("w");
        board.wait(SECOND.multipliedBy(4));
        assertThat(board.pause()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardPaused.class);
        assertThat(board.tick(Duration.ofHours(1))).isEmpty();
        assertThat(board.resume()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardResumed.class);

        assertThat(board.open(invoked).orElseThrow().deadline())
                .isEqualTo(board.now().plusSeconds(6));
        board.wait(SECOND.multipliedBy(5));
        assertThat(board.answer(invoked, set(1)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void pause_takesNothingOfABackoff() {
        Scenario board =
                board(START, policy("{maxAttempts: 2, backoff: {base: PT20S}}")).created();
        board.fail(board.invocation("w"), "no");
        board.wait(SECOND.multipliedBy(5)).pause();
        board.wait(SECOND.multipliedBy(60));

        assertThat(board.resume()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardResumed.class);
        assertThat(board.tick(SECOND.multipliedBy(15).minusMillis(1))).isEmpty();
        assertThat(board.tick(Duration.ofMillis(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(WorkerInvoked.class);
    }

    @Test
    void answerDuringAPause_isAskedForAgainWithTheSameAttempt() {
        Scenario board = board(START, policy("{maxAttempts: 1}")).created();
        board.pause();
        List<LogEntry> refused = board.answer(board.invocation("w"), set(1));
        assertThat(refused).extracting(LogEntry::event).hasExactlyElementsOfTypes(PatchRejected.class);
        assertThat(Scenario.only(refused, PatchRejected.class).retryAt()).isPresent();
        board.wait(Duration.ofHours(1));

        List<LogEntry> entries = board.resume();

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardResumed.class, WorkerInvoked.class);
        WorkerInvoked again = board.invocation("w");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.deadline()).isEqualTo(board.now().plusSeconds(10));
        assertThat(again.view().toString()).doesNotContain("rejections");
        assertThat(board.answer(again, set(1)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void pauseAndResume_inTheWrongPhase_areRejected() {
        Scenario board = board(START).created();
        assertThat(code(board.resume())).isEqualTo("not-paused");
        board.pause();
        assertThat(code(board.pause())).isEqualTo("already-paused");
        assertThat(code(new Scenario(Texts.json("{}"), Limits.DEFAULT).pause())).isEqualTo("unknown-board");
    }

    private static String code(List<LogEntry> entries) {
        CommandRejected entry = Scenario.only(entries, CommandRejected.class);
        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
        return entry.rejection().code();
    }

    @Test
    void cancel_endsABoardEvenWhilePaused() {
        Scenario board = board(START).created();
        WorkerInvoked invoked = board.invocation("w");
        board.pause();

        BoardCancelled end = Scenario.only(board.cancel(), BoardCancelled.class);

        assertThat(end.abandonedInvocations()).containsExactly(invoked.invocationId());
        assertThat(end.reason()).contains("enough");
        assertThat(board.board().phase()).isEqualTo(Phase.CANCELLED);
        assertThat(board.board().nextDue()).isEmpty();
    }

    // creation

    @Test
    void create_withInputThatDoesNotFit_isRejected() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: input
                input: {type: object, required: [q], properties: {q: {type: string}}}
                state: {schema: {properties: {q: {maxLength: 5}}}, initial: {q: {$input: /q}, r: [{$input: /r}]}}
                workers: {w: {unsolicited: true}}
                invariants: [{name: no-x, rule: "state.q != 'x'"}]
                """);

        assertRejected(board.create("{q: 7}"), Stage.SCHEMA, "type", "/input/q", "/blueprint/input/properties/q");
        assertRejected(board.create("{q: abc}"), Stage.SCHEMA, "input-missing", "/input/r", null);
        assertRejected(board.create("{q: abcdef, r: 1}"), Stage.SCHEMA, "maxLength", "/q", "/properties/q");
        assertRejected(board.create("{q: x, r: 1}"), Stage.INVARIANT, "violated", "", "no-x");
        assertThat(Scenario.only(board.create("{q: ok, r: 1}"), BoardCreated.class)
                        .state())
                .hasToString("{\"q\":\"ok\",\"r\":[1]}");
    }

    private static void assertRejected(List<LogEntry> entries, Stage stage, String code, String pointer, String rule) {
        CommandRejected entry = Scenario.only(entries, CommandRejected.class);
        assertThat(entry.stage()).isEqualTo(stage);
        assertThat(entry.rejection().code()).isEqualTo(code);
        assertThat(entry.rejection().pointer()).isEqualTo(pointer);
        assertThat(entry.rejection().rule().orElse(null)).isEqualTo(rule);
        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
    }

    @Test
    void create_withUnknownQueue_isRejected() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: queue
                state: {schema: true, initial: {}}
                workers: {a: {}, w: {queue: nowhere}}
                """);
        assertRejected(board.create(), Stage.ADMISSION, "unknown-queue", "/blueprint/workers/w/queue", null);
    }

    @Test
    void create_rejectedForAnotherReason_asksForNoQueue() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: queue
                state: {schema: {maxProperties: 1}, initial: {$input: ""}}
                workers: {w: {queue: nowhere}}
                """);
        assertRejected(board.create("{'a':1,'b':2}"), Stage.SCHEMA, "maxProperties", "", "");
    }
}
