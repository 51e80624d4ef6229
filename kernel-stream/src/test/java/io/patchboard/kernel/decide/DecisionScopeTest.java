package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Raise;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A decision is about all that hangs on its incident, about nothing else, and at a pace that the blueprint allows. */
class DecisionScopeTest {

    private int commands;

    private static Scenario board(String policy, String lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: scopes
                state: {schema: {properties: {n: {type: integer}, list: {type: array}}}, initial: {n: 0, list: [a, b, c]}}
                policies: {default: %s}
                workers:
                  each: {maxConcurrent: 1, read: [/list], write: [{op: [replace], path: '/list/*'}]}
                  other: {read: [/list], write: [{op: [replace], path: '/list/*'}]}
                  clerk: {read: [/n], write: [{op: [replace], path: /n}]}
                  starter: {read: [/n], write: [{op: [replace], path: /n}]}
                """.formatted(policy) + lines).created();
    }

    private static Scenario items(String policy) {
        return board(policy, "rules: [{name: item, on: {op: [add], path: '/list/*'}, invoke: each}]");
    }

    private List<LogEntry> decide(Scenario board, Option option, Optional<String> worker, Raise... raised) {
        return board.command(new Decide(
                CommandHeader.of("decide-" + ++commands, board.board().id(), "ada", "looked at it"),
                Optional.empty(),
                option,
                worker,
                List.of(raised)));
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

    private static String item(WorkerInvoked invoked) {
        return invoked.trigger().path().orElseThrow();
    }

    private static String done(WorkerInvoked invoked) {
        return "[{op: replace, path: " + item(invoked) + ", value: done}]";
    }

    @Test
    void manyThatAreToBeTriedAgain_comeOneByOne_whereTheBlueprintSaysSo() {
        Scenario board = items("{retry: {maxAttempts: 1}, onExhausted: incident}");
        for (int i = 0; i < 3; i++) {
            board.fail(board.invocation("each"), "no");
        }
        assertThat(board.board().open()).isEmpty();

        decide(board, Option.RETRY, Optional.empty());

        for (int i = 0; i < 3; i++) {
            WorkerInvoked next = board.invocation("each");
            board.answer(next, done(next));
        }
        Scenario.only(board.log(), BoardCompleted.class);
    }

    @Test
    void whoTakesOverFromAWorkerThatIsAway_hasItsQueue_too() {
        Scenario board = items("{outage: {patience: PT10M, backoff: {mode: fixed, base: PT4M, jitter: 0}}}");
        for (int i = 0; i < 3; i++) {
            outage(board, board.invocation("each"));
            board.tick(Duration.ofMinutes(4));
        }
        Scenario.only(outage(board, board.invocation("each")), NeedsPerson.class);
        assertThat(board.board().held()).hasSize(2);

        decide(board, Option.WORKER, Optional.of("other"));

        assertThat(board.invocations("other"))
                .extracting(DecisionScopeTest::item)
                .containsExactlyInAnyOrder("/list/0", "/list/1", "/list/2");
        assertThat(board.invocations("each")).isEmpty();
        assertThat(board.board().held()).isEmpty();
    }

    @Test
    void whoIsToTryAgain_doesSoAtOnce() {
        Scenario board = board(
                "{outage: {patience: PT10M, backoff: {mode: fixed, base: PT4M, jitter: 0}}, onExhausted: incident}",
                "rules: [{name: both, on: {op: [add], path: '/list/*'}, invoke: other}]");
        for (int i = 0; i < 3; i++) {
            board.invocations("other").forEach(invoked -> outage(board, invoked));
            board.tick(Duration.ofMinutes(4));
        }
        WorkerInvoked first = board.invocations("other").get(0);
        Scenario.only(outage(board, first), NeedsPerson.class);

        decide(board, Option.RETRY, Optional.empty());

        assertThat(board.invocations("other")).hasSize(3);
    }

    @Test
    void whatIsGivenUpWithoutAGoal_mayBeLeftUndone_andTheBoardIsDone() {
        Scenario board =
                board("{retry: {maxAttempts: 1}}", "rules: [{name: start, on: {event: created}, invoke: clerk}]");
        NeedsPerson stuck = Scenario.only(board.fail(board.invocation("clerk"), "no"), NeedsPerson.class);
        assertThat(stuck.options()).contains(Option.SKIP);

        assertThat(Scenario.only(decide(board, Option.SKIP, Optional.empty()), BoardCompleted.class)
                        .reason())
                .contains(BoardCompleted.Reason.QUIET);
    }

    @Test
    void whatWasGivenUpOnce_andIsDoneAfterAll_holdsTheBoardUpNoMore() {
        Scenario board = board("{retry: {maxAttempts: 1}}", """
                rules:
                  - {name: count, on: {op: [add, replace], path: /n}, when: item < 2, invoke: clerk}
                  - {name: start, on: {event: created}, invoke: starter}
                """);
        board.fail(board.invocation("clerk"), "no");
        board.answer(board.invocation("starter"), "[{op: replace, path: /n, value: 1}]");

        List<LogEntry> end = board.answer(board.invocation("clerk"), "[{op: replace, path: /n, value: 2}]");

        assertThat(Scenario.only(end, BoardCompleted.class).reason()).contains(BoardCompleted.Reason.QUIET);
    }

    @Test
    void aBudget_isRaisedAboveWhatIsUsed_andOnce() {
        Scenario board =
                board("{}", "rules: [{name: start, on: {event: created}, invoke: clerk}]\nbudgets: {tokens: 10}");
        board.answer(board.invocation("clerk"), "[{op: replace, path: /n, value: 1}]", new Usage(25, 0));

        assertThat(refused(decide(board, Option.RAISE, Optional.empty(), tokens(20))))
                .contains("the 25 that are used");
        assertThat(refused(decide(board, Option.RAISE, Optional.empty(), tokens(40), tokens(30))))
                .contains("comes again");
        assertThat(decide(board, Option.RAISE, Optional.empty(), tokens(40)))
                .noneMatch(entry -> entry.event() instanceof NeedsPerson);
    }

    private static Raise tokens(int most) {
        return new Raise("tokens", BigDecimal.valueOf(most));
    }

    private static String refused(List<LogEntry> entries) {
        return Scenario.only(entries, CommandRejected.class).rejection().message();
    }

    @Test
    void aTimeBudgetThatIsUsedUp_isNotLookedAtAllTheTime() {
        Scenario board = board(
                "{timeout: PT1H}",
                "rules: [{name: start, on: {event: created}, invoke: clerk}]\nbudgets: {duration: PT1M}");
        WorkerInvoked open = board.invocation("clerk");

        Scenario.only(board.tick(Duration.ofMinutes(2)), NeedsPerson.class);

        assertThat(board.board().nextDue()).contains(open.deadline());
    }
}
