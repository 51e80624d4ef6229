package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is asked again, and who takes over, by what went wrong. */
class ErrorClassTest {

    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";
    private static final String IMPATIENT = "timeout: PT10S, outage: {patience: PT0S}, ";

    private static final List<Failure.Kind> KINDS = List.of(Failure.Kind.values());

    private static Scenario board(String policy, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: classes
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                policies: {first: %s}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}], policy: first}
                  senior: {read: [/n], write: [{op: [replace], path: /n}]}
                  clerk: {read: [/n], write: [{op: [replace], path: /n}]}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """.formatted(policy) + String.join("\n", lines)).created();
    }

    private static List<LogEntry> fail(Scenario board, Failure.Kind kind) {
        WorkerInvoked invoked = board.invocation("w");
        return board.propose(new PatchProposal(
                "p-" + board.log().size(),
                Scenario.BOARD,
                "w",
                Optional.of(invoked.invocationId()),
                Json.nul(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Failure.of(kind, "no")),
                Optional.empty(),
                Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource(Failure.Kind.class)
    void retryOn_asksAgainAfterItsClasses_andNoOther(Failure.Kind kind) {
        Scenario board = board("{" + IMPATIENT + "retry: {maxAttempts: 3, retryOn: [timeout, outage]}}");

        List<LogEntry> entries = fail(board, kind);

        boolean again = kind == Failure.Kind.TIMEOUT || kind == Failure.Kind.OUTAGE;
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt().isPresent())
                .isEqualTo(again);
        if (again) {
            assertThat(board.invocation("w").attempt()).isEqualTo(2);
        } else {
            assertThat(Scenario.only(entries, BranchStopped.class).message())
                    .contains("attempt 1 failed")
                    .contains("after " + kind.word());
        }
    }

    @Test
    void answerThatIsNotTaken_isInvalid() {
        Scenario once = board("{retry: {retryOn: [bug]}}");
        Scenario.only(once.answer(once.invocation("w"), WRONG), BranchStopped.class);

        Scenario again = board("{retry: {retryOn: [invalid]}}");
        again.answer(again.invocation("w"), WRONG);
        assertThat(again.invocation("w").attempt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout", "outage"})
    void silence_isTimeoutAndOutage(String word) {
        Scenario board = board("{" + IMPATIENT + "retry: {maxAttempts: 2, retryOn: [" + word + "]}}");
        board.tick(Duration.ofSeconds(10));
        assertThat(board.invocation("w").attempt()).isEqualTo(2);
    }

    @Test
    void patienceWithAnOutage_isAskedAgain_whateverRetryOnSays() {
        Scenario board = board("{retry: {maxAttempts: 1, retryOn: [bug]}}");
        fail(board, Failure.Kind.OUTAGE);
        board.tick(Duration.ofSeconds(5));
        assertThat(board.invocation("w").attempt()).isEqualTo(1);
    }

    @Test
    void ofSeveralRetries_theFirstThatIsAboutTheError_counts_andAttemptsAreCountedInAll() {
        Scenario board = board("{" + IMPATIENT + """
                retry: [{retryOn: [timeout], maxAttempts: 5, backoff: {base: PT7S}}, {maxAttempts: 2}]}""");

        PatchRejected slow = Scenario.only(fail(board, Failure.Kind.TIMEOUT), PatchRejected.class);
        assertThat(slow.retryAt()).contains(board.now().plusSeconds(7));
        board.tick(Duration.ofSeconds(7));
        assertThat(Scenario.only(fail(board, Failure.Kind.REFUSED), BranchStopped.class)
                        .message())
                .as("two attempts were made, whatever the first failed of")
                .contains("within 2 attempts");
    }

    @Test
    void ofSeveralHandlers_theFirstThatIsAboutTheLastError_counts() {
        String policy = "{" + IMPATIENT + """
                retry: {maxAttempts: 1},
                onExhausted: [{onError: [timeout], do: {catch: senior}}, {onError: [refused, bug], do: {catch: clerk}},
                              {onError: [invalid], do: halt}, incident]}""";

        Scenario timeout = board(policy);
        LogEntry failed = Scenario.onlyEntry(fail(timeout, Failure.Kind.TIMEOUT), PatchRejected.class);
        assertThat(timeout.invocation("senior").cause()).contains(new Cause(Cause.Action.CATCH, failed.sequence()));

        Scenario bug = board(policy);
        fail(bug, Failure.Kind.BUG);
        assertThat(bug.invocation("clerk").attempt()).isEqualTo(1);

        Scenario invalid = board(policy);
        Scenario.only(invalid.answer(invalid.invocation("w"), WRONG), BoardHalted.class);

        Scenario rest = board(policy);
        NeedsPerson asked = Scenario.only(fail(rest, Failure.Kind.RATE_LIMIT), NeedsPerson.class);
        assertThat(asked.worker()).contains("w");

        Scenario silent = board(policy);
        silent.tick(Duration.ofSeconds(10));
        assertThat(silent.invocation("senior").attempt()).isEqualTo(1);
    }

    @Test
    void errorThatNoHandlerIsAbout_stops_andSpentPatienceIsAnIncident() {
        String handlers = "onExhausted: [{onError: [bug], do: {catch: senior}}]}";
        Scenario board = board("{retry: {maxAttempts: 1}, " + handlers);
        Scenario.only(fail(board, Failure.Kind.REFUSED), BranchStopped.class);

        Scenario away = board("{outage: {patience: PT1S, backoff: {mode: fixed, base: PT2S, jitter: 0}}, " + handlers);
        fail(away, Failure.Kind.OUTAGE);
        away.tick(Duration.ofSeconds(2));
        Scenario.only(fail(away, Failure.Kind.OUTAGE), NeedsPerson.class);
    }

    @Test
    void whoCatchesSomeErrors_doesNotTakeOverASpentBudget() {
        String lines = "circuit: {onBudget: [stop]}";
        String budget = "workers: {w: {read: [/n], write: [{op: [replace], path: /n}], policy: first,"
                + " budgets: {invocations: 1}}, senior: {read: [/n], write: [{op: [replace], path: /n}]}}\n";
        String head = """
                apiVersion: patchboard/v1
                name: budgets
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """ + budget + lines;
        Scenario some = new Scenario(
                        head
                                + "\npolicies: {first: {retry: {maxAttempts: 2}, onExhausted: [{onError: [bug], do: {catch: senior}}]}}")
                .created();
        assertThat(fail(some, Failure.Kind.BUG))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        PatchRejected.class, CircuitTripped.class, BranchStopped.class, NeedsPerson.class);

        Scenario all = new Scenario(
                        head + "\npolicies: {first: {retry: {maxAttempts: 2}, onExhausted: {catch: senior}}}")
                .created();
        fail(all, Failure.Kind.BUG);
        assertThat(all.invocation("senior").attempt()).isEqualTo(1);
    }

    @Test
    void retryOfACircuit_isNotForWhoIsCaughtAfterThisError() {
        String circuit = "circuit: {failureStreak: 1, onTrip: [retry, stop]}";
        String policy = "{retry: {maxAttempts: 1}, onExhausted: [{onError: [bug], do: {catch: senior}}]}";

        Scenario caught = board(policy, circuit);
        fail(caught, Failure.Kind.BUG);
        assertThat(caught.invocations("w")).isEmpty();
        assertThat(caught.invocation("senior").attempt()).isEqualTo(1);

        Scenario notCaught = board(policy, circuit);
        fail(notCaught, Failure.Kind.REFUSED);
        assertThat(notCaught.invocation("w").attempt()).isEqualTo(2);
    }

    /** Against a model of it: the policy alone, asked error by error. */
    @Test
    void randomErrors_areFollowedAsThePolicySays() {
        Random random = new Random(5);
        for (int run = 0; run < 200; run++) {
            int slow = 1 + random.nextInt(4);
            int rest = 1 + random.nextInt(4);
            Scenario board = board("{" + IMPATIENT + "retry: [{retryOn: [timeout, rate-limit], maxAttempts: " + slow
                    + "}, {retryOn: [bug, invalid], maxAttempts: " + rest + "}],"
                    + " onExhausted: [{onError: [bug, timeout], do: {catch: senior}}, {onError: [invalid], do: {catch:"
                    + " clerk}}, stop]}");
            for (int attempt = 1; board.invocations("w").size() == 1; attempt++) {
                Failure.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
                fail(board, kind);
                int most = switch (kind) {
                    case TIMEOUT, RATE_LIMIT -> slow;
                    case BUG, INVALID -> rest;
                    case OUTAGE, REFUSED, UNKNOWN -> 0;
                };
                boolean again = attempt < most;
                assertThat(board.invocations("w")).hasSize(again ? 1 : 0);
                boolean senior = kind == Failure.Kind.BUG || kind == Failure.Kind.TIMEOUT;
                assertThat(board.invocations("senior")).hasSize(!again && senior ? 1 : 0);
                assertThat(board.invocations("clerk")).hasSize(!again && kind == Failure.Kind.INVALID ? 1 : 0);
            }
        }
    }
}
