package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a board's policies do not mend waits for a person, who decides once; the rest of the board goes on. */
class IncidentTest {

    private static final String RIGHT = "[{op: replace, path: /n, value: 1}]";

    private static final String GOAL = "complete: {when: state.n == 1, result: /n}";

    private static final String START = "rules: [{name: start, on: {event: created}, invoke: w}]";

    private int commands;

    private static Scenario board(String policy, String... lines) {
        return board(true, policy, lines);
    }

    /** Nobody may propose unasked. */
    private static Scenario closed(String policy, String... lines) {
        return board(false, policy, lines);
    }

    private static Scenario board(boolean unasked, String policy, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: incidents
                state: {schema: {properties: {n: {type: integer}, list: {type: array}}}, initial: {n: 0, list: [a, b]}}
                policies: {default: %s}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}]}
                  other: {read: [/n], write: [{op: [replace], path: /n}]}
                  each: {read: [/list], write: [{op: [replace], path: '/list/*'}]}
                  chatty: {unsolicited: %s, write: [{op: [replace], path: /n}]}
                """.formatted(policy, unasked) + String.join("\n", lines)).created();
    }

    private List<LogEntry> decide(Scenario board, Optional<Long> item, Option option, String worker, Raise... raised) {
        return board.command(new Decide(
                CommandHeader.of("decide-" + ++commands, board.board().id(), "ada", "looked at it"),
                item,
                option,
                Optional.of(worker).filter(name -> !name.isEmpty()),
                List.of(raised)));
    }

    private List<LogEntry> decide(Scenario board, Option option, Raise... raised) {
        return decide(board, Optional.empty(), option, "", raised);
    }

    private static List<LogEntry> outage(Scenario board, WorkerInvoked invoked) {
        return board.propose(new PatchProposal(
                "p-" + invoked.invocationId(),
                board.board().id(),
                invoked.worker(),
                Optional.of(invoked.invocationId()),
                Json.nul(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Failure.of(Failure.Kind.OUTAGE, "nobody there"))));
    }

    private static Rejection refused(List<LogEntry> entries) {
        return Scenario.only(entries, CommandRejected.class).rejection();
    }

    private static NeedsPerson incident(List<LogEntry> entries) {
        return Scenario.only(entries, NeedsPerson.class);
    }

    @Test
    void attemptsThatAreSpent_waitForAPerson_whoWantsAnotherTry() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, START);
        WorkerInvoked first = board.invocation("w");

        List<LogEntry> end = board.fail(first, "no idea");

        assertThat(end)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, NeedsPerson.class);
        NeedsPerson item = incident(end);
        assertThat(item.reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(item.detail()).isEqualTo("w");
        assertThat(item.holds()).isEqualTo(NeedsPerson.Holds.TRIGGER);
        assertThat(item.options()).containsExactly(Option.RETRY, Option.WORKER, Option.SKIP, Option.HALT);
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);

        List<LogEntry> again = decide(board, Option.RETRY);

        Decided decided = Scenario.only(again, Decided.class);
        assertThat(decided.requested().orElseThrow().by()).contains("ada");
        assertThat(decided.item()).isEqualTo(end.get(2).sequence());
        assertThat(board.invocation("w").trigger()).isEqualTo(first.trigger());
        assertThat(board.invocation("w").attempt()).isEqualTo(1);
        Scenario.only(board.answer(board.invocation("w"), RIGHT), BoardCompleted.class);
    }

    @Test
    void othersGoOn_whileOneItemWaits_andWhatFailsNextJoinsIt() {
        String rule = "rules: [{name: each, on: {op: [add], path: '/list/*'}, invoke: each}]";
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, rule);
        WorkerInvoked a = board.invocations("each").get(0);
        WorkerInvoked b = board.invocations("each").get(1);
        incident(board.fail(a, "no"));

        assertThat(board.fail(b, "no either"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);

        assertThat(board.board().work().incidents()).hasSize(1);
        decide(board, Option.RETRY);
        assertThat(board.invocations("each")).hasSize(2);
    }

    @Test
    void anotherWorker_takesOver() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, START);
        board.fail(board.invocation("w"), "no");

        decide(board, Optional.empty(), Option.WORKER, "other");

        assertThat(board.invocations("w")).isEmpty();
        Scenario.only(board.answer(board.invocation("other"), RIGHT), BoardCompleted.class);
    }

    @Test
    void whatIsSkipped_staysUndone_andTheBoardMayBeStuckThen() {
        Scenario board = closed("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, START);
        board.fail(board.invocation("w"), "no");

        List<LogEntry> entries = decide(board, Option.SKIP);

        NeedsPerson stuck = incident(entries);
        assertThat(stuck.reason()).isEqualTo(BoardHalted.Reason.STUCK);
        assertThat(stuck.options()).containsExactly(Option.WORKER, Option.HALT);
        decide(board, Optional.empty(), Option.WORKER, "other");
        Scenario.only(board.answer(board.invocation("other"), RIGHT), BoardCompleted.class);
    }

    @Test
    void halt_endsTheBoard_forTheReasonOfTheIncident() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, START);
        board.fail(board.invocation("w"), "no");

        BoardHalted halted = Scenario.only(decide(board, Option.HALT), BoardHalted.class);

        assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.FAILED);
        board.reopen();
        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void aWorkerThatStaysAway_isNotAskedAnyMore_untilSomebodySaysSo() {
        String rule = "rules: [{name: each, on: {op: [add, replace], path: '/list/*'}, invoke: each}]";
        Scenario board =
                board("{outage: {patience: PT10M, backoff: {mode: fixed, base: PT4M, jitter: 0}}}", GOAL, rule);
        for (int i = 0; i < 3; i++) {
            board.invocations("each").forEach(invoked -> outage(board, invoked));
            board.tick(Duration.ofMinutes(4));
        }
        WorkerInvoked a = board.invocations("each").get(0);
        WorkerInvoked b = board.invocations("each").get(1);

        NeedsPerson item = incident(outage(board, a));
        assertThat(item.reason()).isEqualTo(BoardHalted.Reason.OUTAGE);
        assertThat(item.holds()).isEqualTo(NeedsPerson.Holds.WORKER);
        assertThat(outage(board, b)).noneMatch(entry -> entry.event() instanceof NeedsPerson);
        assertThat(board.board().nextDue()).isEmpty();
        assertThat(board.tick(Duration.ofHours(9))).isEmpty();

        decide(board, Option.RETRY);
        assertThat(board.invocations("each")).hasSize(2);
        List<LogEntry> patience = outage(board, board.invocations("each").get(0));
        assertThat(Scenario.only(patience, PatchRejected.class).retryAt()).isPresent();
    }

    @Test
    void aBudgetThatIsUsedUp_holdsWhatComes_untilItIsRaised() {
        String rule = "rules: [{name: next, on: {path: /n}, invoke: w}]";
        Scenario board = board("{}", rule, "budgets: {tokens: 10}");
        List<LogEntry> entries = board.answer(board.invocation("w"), RIGHT, new Usage(12, 0));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, NeedsPerson.class, TriggerHeld.class);
        assertThat(Scenario.only(entries, TriggerHeld.class).reason()).isEqualTo(TriggerHeld.Reason.PERSON);
        NeedsPerson item = incident(entries);
        assertThat(item.detail()).isEqualTo("tokens");
        assertThat(item.holds()).isEqualTo(NeedsPerson.Holds.BOARD);
        assertThat(item.options()).containsExactly(Option.RAISE, Option.HALT);
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();

        assertThat(refused(decide(board, Option.RETRY)).code()).isEqualTo("option");
        assertThat(refused(decide(board, Option.RAISE)).pointer()).isEqualTo("/raised");
        assertThat(refused(decide(board, Option.RAISE, new Raise("invocations", BigDecimal.valueOf(2_000))))
                        .message())
                .contains("\"tokens\"", "[invocations]");
        assertThat(refused(decide(board, Option.RAISE, new Raise("tokens", BigDecimal.valueOf(12))))
                        .message())
                .contains("the 10 of budget \"tokens\"", "the 12 that are used");
        decide(board, Option.RAISE, new Raise("tokens", BigDecimal.valueOf(100)));
        assertThat(board.invocations("w")).hasSize(1);
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void invocationBudget_keepsTheAttemptThatWasDue() {
        Scenario board = closed("{retry: {maxAttempts: 5}}", START, "budgets: {invocations: 1}");

        incident(board.fail(board.invocation("w"), "no"));
        decide(board, Option.RAISE, new Raise("invocations", BigDecimal.valueOf(2)));

        assertThat(board.invocation("w").attempt()).isEqualTo(2);
    }

    @Test
    void timeBudget_isToldOnce_andMayBeRaised() {
        Scenario board = board("{timeout: PT1H}", GOAL, START, "budgets: {duration: PT1M}");

        incident(board.tick(Duration.ofMinutes(1)));
        assertThat(board.tick(Duration.ofMinutes(1))).isEmpty();
        decide(board, Option.RAISE, new Raise("duration", BigDecimal.valueOf(600)));
        incident(board.tick(Duration.ofMinutes(8)));
        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void whoSpeaksUnasked_isNotHeard_onceAPersonHasToLook() {
        Scenario board = board("{}", GOAL);
        int proposals = 0;
        List<LogEntry> entries = List.of();
        while (entries.stream().noneMatch(entry -> entry.event() instanceof NeedsPerson)) {
            entries = board.propose("chatty", "[{op: replace, path: /n, value: wrong}]");
            assertThat(++proposals).isLessThan(100);
        }
        assertThat(Scenario.only(entries, CircuitTripped.class).action()).isEqualTo(CircuitTripped.Action.INCIDENT);

        Rejection refused = Scenario.only(board.propose("chatty", RIGHT), PatchRejected.class)
                .rejection();
        assertThat(refused.code()).isEqualTo("needs-person");
        assertThat(refused.message()).contains("rejected");

        decide(board, Option.RETRY);
        Scenario.only(board.propose("chatty", RIGHT), BoardCompleted.class);
    }

    @Test
    void decisions_countOnce_andOnlyForWhatWaits() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: incident}", GOAL, START);
        assertThat(refused(decide(board, Option.RETRY)).message()).contains("waits for nobody");
        long item = Scenario.onlyEntry(board.fail(board.invocation("w"), "no"), NeedsPerson.class)
                .sequence();
        assertThat(refused(decide(board, Optional.of(item + 1), Option.RETRY, ""))
                        .message())
                .contains("#" + item + " (failed)");
        assertThat(refused(decide(board, Optional.of(item), Option.WORKER, "nobody"))
                        .pointer())
                .isEqualTo("/worker");
        assertThat(refused(decide(board, Optional.of(item), Option.RETRY, "other"))
                        .pointer())
                .isEqualTo("/worker");

        Scenario.only(decide(board, Optional.of(item), Option.SKIP, ""), Decided.class);
        assertThat(refused(decide(board, Optional.of(item), Option.RETRY, "")).code())
                .isEqualTo("not-waiting");
    }
}
