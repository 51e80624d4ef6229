package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of several things that are wrong with a proposal, the contract says which one is reported. */
class StageOrderTest extends RejectingBoard {

    @Test
    void decode_beforeAdmission() {
        PatchProposal proposal = new PatchProposal(
                "p".repeat(21), "b-1", "nobody", Optional.empty(), Json.nul(), Optional.empty(), Optional.empty());

        List<LogEntry> entries = board.propose(proposal);

        PatchRejected entry = Scenario.only(entries, PatchRejected.class);

        assertRejection(
                entry.rejection(),
                Stage.DECODE,
                "length",
                "/proposalId",
                "Expected 1 to 20 characters at /proposalId, but got 21.");
    }

    @Test
    void admission_beforeSyntax() {
        assertRejection(
                rejected("nobody", "not a patch"),
                Stage.ADMISSION,
                "unknown-worker",
                "/worker",
                "Expected one of the workers invited, narrow, w of board b-1, but got \"nobody\".");
    }

    @Test
    void admission_beforeWorker() {
        WorkerInvoked invoked = board.invocation("invited");
        board.answer(invoked, "[{op: replace, path: /a, value: 3}]");

        Rejection second = Scenario.only(board.fail(invoked, "no idea"), PatchRejected.class)
                .rejection();

        assertThat(second.stage()).isEqualTo(Stage.ADMISSION);
    }

    @Test
    void syntax_beforeAuthorization() {
        assertRejection(
                rejected("narrow", "[{op: remove, path: /b}, {op: increment, path: /a}]"),
                Stage.SYNTAX,
                "unknown-operation",
                "/patch/1/op",
                "Expected one of add, remove, replace, move, copy, test at /1/op, but got \"increment\".");
    }

    @Test
    void authorization_beforeApplication() {
        Rejection rejection = rejected("narrow", "[{op: remove, path: /missing}]");

        assertRejection(
                rejection,
                Stage.AUTHORIZATION,
                "write-contract",
                "/patch/0/path",
                "Expected an operation that worker \"narrow\" may do (replace at /a), but got remove at \"/missing\".");
        assertThat(rejection.rule()).contains("/workers/narrow/write");
    }

    @Test
    void authorizationOfTheLastOperation_beforeApplicationOfTheFirst() {
        assertThat(rejected("narrow", "[{op: replace, path: /a/x, value: 1}, {op: replace, path: /b, value: 1}]")
                        .stage())
                .isEqualTo(Stage.AUTHORIZATION);
    }

    @Test
    void application_beforePrecondition() {
        assertRejection(
                rejected("w", "[{op: remove, path: /missing}, {op: test, path: /a, value: 99}]"),
                Stage.APPLICATION,
                "path-missing",
                "/missing",
                "Expected a value at /missing, but the root has no member \"missing\"; it has \"a\", \"list\".");
    }

    @Test
    void applicationAfterAFailingTest_stillBeforePrecondition() {
        assertThat(rejected("w", "[{op: test, path: /a, value: 99}, {op: remove, path: /missing}]")
                        .stage())
                .isEqualTo(Stage.APPLICATION);
    }

    @Test
    void application_beforeStale() {
        WorkerInvoked invoked = board.invocation("invited");
        board.propose("w", "[{op: replace, path: /a, value: 3}]");

        PatchRejected entry = Scenario.only(
                board.answer(invoked, "[{op: replace, path: /a, value: 5}, {op: remove, path: /missing}]"),
                PatchRejected.class);

        assertThat(entry.stage()).isEqualTo(Stage.APPLICATION);
    }

    @Test
    void failedTest_beforeSchema() {
        assertRejection(
                rejected("w", "[{op: test, path: /a, value: 99}, {op: replace, path: /a, value: many}]"),
                Stage.PRECONDITION,
                "test",
                "/a",
                "Expected 99 at /a, but got 1.");
    }

    @Test
    void stale_beforeSchema() {
        WorkerInvoked invoked = board.invocation("invited");
        board.propose("w", "[{op: replace, path: /a, value: 3}]");

        PatchRejected entry =
                Scenario.only(board.answer(invoked, "[{op: replace, path: /a, value: many}]"), PatchRejected.class);

        assertRejection(
                entry.rejection(),
                Stage.PRECONDITION,
                "stale",
                "/a",
                "Expected /a to be as in the worker's view of version 1, but version 2 changed it."
                        + " Look again and propose on what is there now.");
    }

    @Test
    void schema_beforeInvariant() {
        Rejection rejection = rejected("w", "[{op: replace, path: /a, value: 12}]");

        assertThat(rejection.stage()).isEqualTo(Stage.SCHEMA);
        assertThat(rejection.code()).isEqualTo("maximum");
        assertThat(rejection.pointer()).isEqualTo("/a");
        assertThat(rejection.rule()).contains("/properties/a");
        assertThat(rejection.message()).isEqualTo("Expected a number of at most 10 at /a, but got 12.");
    }

    @Test
    void invariant_beforeBudget() {
        String long300 = "x".repeat(300);
        Rejection rejection =
                rejected("w", "[{op: add, path: /text, value: " + long300 + "}, {op: replace, path: /a, value: 2}]");

        assertRejection(
                rejection,
                Stage.INVARIANT,
                "violated",
                "",
                "Expected the invariant \"a-is-odd\" to hold, but it does not: state.a % 2 == 1");
        assertThat(rejection.rule()).contains("a-is-odd");
    }

    @Test
    void schema_beforeBudget() {
        assertThat(rejected(
                                "w",
                                "[{op: add, path: /text, value: " + "x".repeat(300) + "}, {op: remove, path: /a},"
                                        + " {op: add, path: /c, value: 1}]")
                        .stage())
                .isEqualTo(Stage.SCHEMA);
    }

    @Test
    void budget_last() {
        Rejection rejection = rejected("w", "[{op: add, path: /text, value: " + "x".repeat(300) + "}]");

        assertThat(rejection.stage()).isEqualTo(Stage.BUDGET);
        assertThat(rejection.code()).isEqualTo("state-bytes");
        assertThat(rejection.message()).startsWith("Expected a state of at most 300 bytes, but it would have 3");
        assertThat(board.state()).isEqualTo("{\"a\":1,\"list\":[1,2]}");
    }
}
