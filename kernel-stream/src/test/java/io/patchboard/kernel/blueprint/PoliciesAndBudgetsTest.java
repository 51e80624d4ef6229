package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.HEAD;
import static io.patchboard.kernel.blueprint.Compiled.STATE;
import static io.patchboard.kernel.blueprint.Compiled.WORKER;
import static io.patchboard.kernel.blueprint.Compiled.assertProblemAt;
import static io.patchboard.kernel.blueprint.Compiled.problems;
import static io.patchboard.kernel.blueprint.Compiled.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author is told about policies, circuits, catches and budgets, and what is read of them. */
class PoliciesAndBudgetsTest {

    @Test
    void unknownPolicy_isReported_butDefaultNeedsNoDefinition() {
        assertProblemAt(HEAD + STATE + "workers: {w: {policy: slow}}", "/workers/w/policy", "\"slow\"");
        valid(HEAD + STATE + "workers: {w: {policy: default}}");
    }

    @ParameterizedTest
    @CsvSource({"P1M", "P", "PT", "1min", "PT-1S", "P99999999999999999999D", "PT9223372036854775807S", "P4000D", "PT0S"
    })
    void badTimeout_isReported(String duration) {
        assertThat(problems(HEAD + STATE + WORKER + "policies: {p: {timeout: " + duration + "}}"))
                .extracting(Problem::pointer)
                .contains("/policies/p/timeout")
                .containsOnly("/policies/p/timeout");
    }

    @ParameterizedTest
    @CsvSource({"PT9223372036854775807S", "P4000D", "P1M"})
    void badDurations_ofBackoffAndBudget_areReported(String duration) {
        assertThat(problems(HEAD + STATE + WORKER + "policies: {p: {retry: {backoff: {base: " + duration + ", cap: "
                        + duration + "}}}}\nbudgets: {duration: " + duration + "}"))
                .extracting(Problem::pointer)
                .contains("/budgets/duration", "/policies/p/retry/backoff/base", "/policies/p/retry/backoff/cap");
    }

    @Test
    void durations_areInMilliseconds() {
        Blueprint blueprint = valid(HEAD + STATE
                + "workers: {w: {policy: p}}\npolicies: {p: {timeout: PT1.0015S, retry: {maxAttempts: 7}}}");
        Policy policy = blueprint.worker("w").orElseThrow().policy();
        assertThat(policy.timeout()).isEqualTo(Duration.ofMillis(1_001));
        assertThat(policy.retries()).extracting(Policy.Retry::maxAttempts).containsExactly(7);
    }

    /** As docs/blueprint.md says them. */
    @ParameterizedTest
    @CsvSource({
        "PROGRAM, PT5M, 3, true, PT1S, PT30S",
        "MODEL, PT5M, 3, false, PT0S, PT30S",
        "PERSON, P7D, 3, false, PT0S, PT30S",
        "BOARD, P7D, 1, false, PT0S, PT30S"
    })
    void defaults_fitTheKindOfWorker(
            WorkerRole.Kind kind, Duration timeout, int attempts, boolean doubles, Duration base, Duration cap) {
        Backoff backoff = new Backoff(doubles, base, cap, 0);
        Backoff waiting = new Backoff(true, Duration.ofSeconds(1), Duration.ofMinutes(5), Backoff.WHOLE / 2);

        assertThat(Policy.defaultOf(kind))
                .isEqualTo(new Policy(
                        timeout,
                        List.of(new Policy.Retry(Set.of(), attempts, backoff)),
                        new Policy.Outage(Duration.ofHours(6), waiting),
                        List.of()));
    }

    @Test
    void budgets_beyondAnyNumber_areNotForgotten() {
        Budgets budgets = valid(HEAD + STATE + WORKER + "budgets: {tokens: 100000000000000000000}")
                .budgets();
        assertThat(budgets.list()).contains(new Budget(BudgetKind.TOKENS, BigDecimal.valueOf(Long.MAX_VALUE)));
    }

    @Test
    void circuit_isValid() {
        String used = "rules: [{name: r, on: {event: created}, invoke: w}]\n";
        CompileResult result =
                BlueprintCompiler.compile(Texts.json(HEAD + STATE + WORKER + used + "circuit: {invalidStreak: 3}"));
        assertThat(result).isInstanceOf(CompileResult.Valid.class);
    }

    @Test
    void circuitActions_areCheckedForWorkersAndForm() {
        assertThat(problems(HEAD + STATE + WORKER + """
                circuit:
                  sameRejection: {count: 5, window: 4}
                  onTrip: [retry, {repair: nobody}, {tighten: 2}, explode, repair, {stop: w}, {a: 1, b: 2}, {verify: w}, restore, {restore: 7}, {restore: m}]
                  onBudget: [{tighten: 0.5}, retry, {repair: w}, {switch: w}, halt, {restore: m}]
                """))
                .extracting(Problem::pointer)
                .containsExactly(
                        "/circuit/onBudget/1",
                        "/circuit/onBudget/2",
                        "/circuit/onBudget/5",
                        "/circuit/onTrip/1/repair",
                        "/circuit/onTrip/2/tighten",
                        "/circuit/onTrip/3",
                        "/circuit/onTrip/4",
                        "/circuit/onTrip/5/stop",
                        "/circuit/onTrip/6",
                        "/circuit/onTrip/8",
                        "/circuit/onTrip/9/restore",
                        "/circuit/sameRejection");
    }

    @Test
    void actionThatIsNoneForABudget_isToldAllThatAre() {
        assertThat(problems(HEAD + STATE + WORKER + "circuit: {onBudget: [retry]}"))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains(
                        "{switch: WORKER}, {tighten: FRACTION}, {verify: WORKER}, stop, incident, halt, but got retry");
    }

    @Test
    void whatAPersonIsToLookAt_isChecked() {
        String used = HEAD + STATE + WORKER + "rules: [{name: r, on: {event: created}, invoke: w}]\n";
        valid(used + "circuit: {rejectionRate: 5, cost: 0.25, touched: [{op: [remove], path: '/**'}]}");
        assertThat(problems(used + """
                circuit:
                  rejectionRate: {count: 5, window: 4}
                  touched: [{path: /a/-}]
                """))
                .extracting(Problem::pointer)
                .containsExactly("/circuit/rejectionRate", "/circuit/touched/0/path");
        assertProblemAt(used + "circuit: {cost: 0}", "/circuit/cost", "at least 0.000001");
        assertProblemAt(used + "circuit: {touched: [/a]}", "/circuit/touched/0", "/a");
    }

    @Test
    void catches_areCheckedForWorkersAndCircles() {
        List<Problem> problems = problems(HEAD + STATE + """
                policies: {a: {onExhausted: {catch: b}}, b: {onExhausted: {catch: a}}, c: {onExhausted: {catch: nobody}}}
                workers: {a: {policy: a}, b: {policy: b}, c: {policy: c}, d: {policy: a}}
                """);
        assertThat(problems)
                .extracting(Problem::pointer)
                .containsExactly("/policies/c/onExhausted/catch", "/workers/a", "/workers/b");
        assertThat(problems.get(1).message())
                .isEqualTo("Expected catches that come to an end, but worker \"a\" is caught by \"b\", and that leads"
                        + " back to \"a\". Give one of them a policy without a catch.");
    }
}
