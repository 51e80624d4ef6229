package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a worker is not to blame for is no attempt of its own; what it does wrong is. */
class OutageTest {

    private static final String RIGHT = "[{op: replace, path: /n, value: 1}]";
    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    private static Scenario board(String worker, String policy, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: outages
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                policies: {default: %s}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}], %s}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """.formatted(policy, worker) + String.join("\n", lines)).created();
    }

    private static Scenario board(String policy) {
        return board("queue: q", policy);
    }

    private static List<LogEntry> fail(Scenario board, Failure failure) {
        WorkerInvoked invoked = board.invocation("w");
        return board.propose(new PatchProposal(
                "p-" + invoked.invocationId(),
                board.board().id(),
                "w",
                Optional.of(invoked.invocationId()),
                Json.nul(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(failure)));
    }

    private static Failure outage() {
        return Failure.of(Failure.Kind.OUTAGE, "there is no connection to it");
    }

    /** Until it is asked again. */
    private static Duration waitFor(Scenario board, List<LogEntry> rejection) {
        PatchRejected rejected = Scenario.only(rejection, PatchRejected.class);
        Duration pause = Duration.between(board.now(), rejected.retryAt().orElseThrow());
        if (!pause.isZero()) {
            board.tick(pause);
        }
        return pause;
    }

    /**
     * An hour without the endpoint: no attempt and no invocation is used up, and the answer then counts as the first.
     */
    @Test
    void endpointThatDiesForAnHour_costsTheBoardNothing() {
        Scenario board = board("queue: q", "{}", "budgets: {invocations: 2}");
        Duration gone = Duration.ZERO;
        List<Duration> pauses = new ArrayList<>();
        while (gone.compareTo(Duration.ofHours(1)) < 0) {
            Duration pause = waitFor(board, fail(board, outage()));
            pauses.add(pause);
            gone = gone.plus(pause);
        }

        assertThat(pauses)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5)));
        assertThat(pauses).hasSizeBetween(15, 40);
        WorkerInvoked last = board.invocation("w");
        assertThat(last.attempt()).isEqualTo(1);
        assertThat(board.board().spending().invocations()).isEqualTo(1);
        assertThat(last.view().toString()).doesNotContain("rejections");
        assertThat(Scenario.only(board.answer(last, RIGHT), PatchCommitted.class)
                        .invocationId())
                .contains(last.invocationId());
    }

    @Test
    void retryAfter_isHonoured() {
        Scenario board = board("{}");
        Failure failure = new Failure(Failure.Kind.RATE_LIMIT, "HTTP 429", Optional.of(Duration.ofHours(1)));

        PatchRejected rejected = Scenario.only(fail(board, failure), PatchRejected.class);

        assertThat(rejected.failure()).contains(failure);
        assertThat(rejected.retryAt()).contains(board.now().plus(Duration.ofHours(1)));
    }

    @Test
    void patienceThatEnds_endsTheBranch_andSaysWhy() {
        Scenario board = board("{outage: {patience: PT10M, backoff: {mode: fixed, base: PT4M, jitter: 0}}}");
        waitFor(board, fail(board, outage()));
        waitFor(board, fail(board, outage()));
        waitFor(board, fail(board, outage()));

        BranchStopped stopped = Scenario.only(fail(board, outage()), BranchStopped.class);

        assertThat(stopped.message())
                .startsWith("Expected worker \"w\" to be back within PT10M, but it is still away (outage). The latest"
                        + " failure: ")
                .endsWith(outage().message());
    }

    @Test
    void aPause_isNoOutage() {
        Scenario board = board("{outage: {patience: PT10M, backoff: {mode: fixed, base: PT4M, jitter: 0}}}");
        waitFor(board, fail(board, outage()));
        board.pause();
        board.wait(Duration.ofHours(9)).resume();

        assertThat(Scenario.only(fail(board, outage()), PatchRejected.class).retryAt())
                .isPresent();
    }

    @Test
    void withoutPatience_anOutageIsAnAttempt() {
        Scenario board = board("{outage: {patience: PT0S}, retry: {maxAttempts: 2}}");
        waitFor(board, fail(board, outage()));

        assertThat(board.invocation("w").attempt()).isEqualTo(2);
        assertThat(board.board().spending().invocations()).isEqualTo(2);
        Scenario.only(fail(board, outage()), BranchStopped.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Failure.Kind.class,
            names = {"REFUSED", "INVALID", "TIMEOUT", "BUG"})
    void whatTheWorkerDidWrong_isAnAttempt(Failure.Kind kind) {
        Scenario board = board("{retry: {maxAttempts: 2}}");
        waitFor(board, fail(board, Failure.of(kind, "no")));

        assertThat(board.invocation("w").attempt()).isEqualTo(2);
        Scenario.only(fail(board, Failure.of(kind, "no")), BranchStopped.class);
    }

    /** Who took it would have said so before the deadline. */
    @Test
    void silence_isAnOutage() {
        Scenario board = board("{timeout: PT10S}");

        PatchRejected rejected = Scenario.only(board.tick(Duration.ofSeconds(10)), PatchRejected.class);

        assertThat(rejected.failure().map(Failure::kind)).contains(Failure.Kind.OUTAGE);
        board.tick(Duration.ofSeconds(1));
        assertThat(board.invocation("w").attempt()).isEqualTo(1);
    }

    @Test
    void aPersonsSilence_isAnAttempt() {
        Scenario board = board("kind: person", "{timeout: PT10S}");

        PatchRejected rejected = Scenario.only(board.tick(Duration.ofSeconds(10)), PatchRejected.class);

        assertThat(rejected.failure().map(Failure::kind)).contains(Failure.Kind.TIMEOUT);
        assertThat(board.invocation("w").attempt()).isEqualTo(2);
    }

    @Test
    void aPersonsRefusedAnswer_costsNothing_howeverOften() {
        Scenario board = board("kind: person", "{retry: {maxAttempts: 1}}", "budgets: {invocations: 2}");
        for (int i = 0; i < 40; i++) {
            waitFor(board, board.answer(board.invocation("w"), WRONG));
        }

        WorkerInvoked again = board.invocation("w");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.view().toString()).contains("rejections");
        assertThat(board.board().spending().invocations()).isEqualTo(1);
        assertThat(Scenario.only(board.answer(again, RIGHT), PatchCommitted.class)
                        .worker())
                .isEqualTo("w");
    }

    /** What says that it is a person, and is none, does not keep the kernel busy. */
    @Test
    void corrections_comeToRest() {
        Scenario board = board("kind: person", "{}");
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            pauses.add(waitFor(board, board.answer(board.invocation("w"), WRONG)));
        }
        assertThat(pauses.subList(0, 10)).containsOnly(Duration.ZERO);
        assertThat(pauses.get(29)).isGreaterThan(Duration.ofMinutes(2));
    }

    @Test
    void kinds_haveDefaultsOfTheirOwn() {
        Scenario person = board("kind: person", "{}");
        assertThat(person.invocation("w").deadline()).isEqualTo(person.now().plus(Duration.ofDays(7)));
        Scenario program = board("kind: program", "{}");
        assertThat(waitFor(program, fail(program, Failure.of(Failure.Kind.BUG, "exited with code 1"))))
                .isEqualTo(Duration.ofSeconds(1));
        Scenario model = board("kind: model", "{}");
        assertThat(waitFor(model, fail(model, Failure.of(Failure.Kind.INVALID, "prose"))))
                .isEqualTo(Duration.ZERO);
    }
}
