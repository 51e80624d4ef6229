package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of several things that are wrong with a proposal, the contract says which one is reported. */
class StageOrderTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: stages
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  a: {type: integer, maximum: 10}
                  b: {type: integer}
                  text: {type: string}
                  list: {type: array, items: {type: integer}}
              initial: {a: 1, list: [1, 2]}
            workers:
              w:
                unsolicited: true
                read: [/a]
                write: [{op: [add, replace, remove, test], path: /**}, {op: [copy], path: /list/-}, {op: [copy], path: /list}]
              narrow:
                unsolicited: true
                read: [/a]
                write: [{op: [replace], path: /a}]
              invited:
                read: [/a]
                write: [{op: [add, replace, remove], path: /**}]
            rules: [{name: start, on: {event: created}, invoke: invited}]
            invariants: [{name: a-is-odd, rule: "state.a % 2 == 1"}]
            """;

    private static final Limits SMALL =
            new Limits(new PatchLimits(5, 2_000), new ApplyLimits(20, 1_000), 300, 50, 100_000, 20);

    private final Scenario board = new Scenario(Texts.json(BLUEPRINT), SMALL).created();

    private Rejection rejected(String worker, String patch) {
        return Scenario.only(board.propose(worker, patch), PatchRejected.class).rejection();
    }

    private static void assertRejection(Rejection rejection, Stage stage, String code, String pointer, String message) {
        assertThat(rejection.stage()).isEqualTo(stage);
        assertThat(rejection.code()).isEqualTo(code);
        assertThat(rejection.pointer()).isEqualTo(pointer);
        assertThat(rejection.message()).isEqualTo(message);
    }

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
    void syntaxLimits_beforeAuthorization() {
        assertThat(rejected("narrow", "[" + "{op: remove, path: /b},".repeat(6) + "]")
                        .code())
                .isEqualTo("max-operations");
        Rejection bytes = rejected("narrow", "[{op: add, path: /b, value: '" + "x".repeat(2_000) + "'}]");
        assertThat(bytes.stage()).isEqualTo(Stage.SYNTAX);
        assertThat(bytes.code()).isEqualTo("max-bytes");
    }

    @Test
    void nestingOverLimit_isSyntax() {
        Rejection deep = rejected("w", "[{op: add, path: /b, value: " + "[".repeat(20) + "]".repeat(20) + "}]");

        assertRejection(
                deep,
                Stage.SYNTAX,
                "over-limit",
                "/b",
                "Expected at most 20 levels of nesting, but the value at /b would end at level 21.");
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

    @Test
    void copiesOverLimit_areSyntax() {
        Rejection rejection = rejected(
                "w",
                "[{op: add, path: /list, value: [" + "1234567890,".repeat(100) + "1]}, "
                        + "{op: copy, from: /list, path: /list/-}]");

        assertThat(rejection.stage()).isEqualTo(Stage.SYNTAX);
        assertThat(rejection.code()).isEqualTo("over-limit");
    }

    @Test
    void workerError_isOfStageWorkerWhateverThePatch() {
        WorkerInvoked invoked = board.invocation("invited");
        PatchProposal proposal = new PatchProposal(
                "p-err",
                "b-1",
                "invited",
                Optional.of(invoked.invocationId()),
                Json.of("not a patch"),
                Optional.empty(),
                Optional.of("no idea"));

        List<LogEntry> entries = board.propose(proposal);

        PatchRejected entry = Scenario.only(entries, PatchRejected.class);

        assertRejection(
                entry.rejection(),
                Stage.WORKER,
                "worker-error",
                "/error",
                "Expected an answer of worker \"invited\", but it reports: no idea");
    }

    @Test
    void rejection_repeatsTheProposalAndChangesNothing() {
        PatchProposal proposal = board.proposal("w", Optional.empty(), "[{op: remove, path: /missing}]");

        List<LogEntry> entries = board.propose(proposal);

        PatchRejected entry = Scenario.only(entries, PatchRejected.class);

        assertThat(entry.proposalId()).contains(proposal.proposalId());
        assertThat(entry.worker()).contains("w");
        assertThat(entry.proposal()).contains(proposal.toJson());
        assertThat(entries.get(0).header().version()).isEqualTo(1);
        assertThat(entry.retryAt()).isEmpty();
    }

    @Test
    void goodProposal_isCommittedAfterAllRejections() {
        rejected("w", "[{op: remove, path: /missing}]");

        List<LogEntry> entries =
                board.propose("w", "[{op: replace, path: /a, value: 7}, {op: add, path: /list/-, value: 3}]");

        PatchCommitted entry = Scenario.only(entries, PatchCommitted.class);
        assertThat(entries.get(0).header().version()).isEqualTo(2);
        assertThat(entry.patch())
                .isEqualTo(Texts.json("[{op: replace, path: /a, value: 7}, {op: add, path: /list/2, value: 3}]"));
    }
}
