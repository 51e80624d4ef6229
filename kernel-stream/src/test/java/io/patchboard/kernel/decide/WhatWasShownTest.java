package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Accepted and rejected patches can be traced to what their author saw (section 3.5 of the paper). */
class WhatWasShownTest {

    private static final String CLAIM = "ab".repeat(32);

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: shown
            state: {schema: {properties: {n: {type: integer}}}, initial: {n: 1}}
            workers:
              invited: {read: [/n], write: [{op: [replace], path: /n}]}
              free: {unsolicited: true, read: [/n], write: [{op: [replace], path: /n}]}
            rules: [{name: begin, on: {event: created}, invoke: invited}]
            policies: {default: {timeout: PT10S, retry: {maxAttempts: 5}, outage: {patience: PT0S}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private List<LogEntry> claim(String worker, Optional<String> invocation, String patch) {
        PatchProposal sent = board.proposal(worker, invocation, patch);
        return board.propose(new PatchProposal(
                sent.proposalId(),
                sent.boardId(),
                sent.worker(),
                sent.invocationId(),
                sent.patch(),
                sent.usage(),
                sent.error(),
                sent.failure(),
                Optional.of(CLAIM)));
    }

    private static void assertTraced(PatchRejected rejected, WorkerInvoked invoked) {
        assertThat(rejected.invocationId()).contains(invoked.invocationId());
        assertThat(rejected.trigger()).contains(invoked.trigger());
        assertThat(rejected.viewHash()).contains(invoked.viewHash());
        assertThat(rejected.claimedViewHash()).isEmpty();
    }

    @Test
    void rejectedAnswer_carriesTriggerAndViewHashAsACommitDoes() {
        WorkerInvoked invoked = board.invocation("invited");

        PatchRejected rejected =
                Scenario.only(board.answer(invoked, "[{op: replace, path: /n, value: x}]"), PatchRejected.class);

        assertThat(rejected.stage()).isEqualTo(Stage.SCHEMA);
        assertTraced(rejected, invoked);
    }

    @Test
    void timeoutAndFailure_carryThem() {
        WorkerInvoked first = board.invocation("invited");
        assertTraced(Scenario.only(board.fail(first, "no"), PatchRejected.class), first);
        board.tick(Duration.ofMinutes(1));
        WorkerInvoked second = board.invocation("invited");

        List<LogEntry> late = board.tick(Duration.ofSeconds(11));

        PatchRejected rejected = Scenario.only(late, PatchRejected.class);
        assertThat(rejected.stage()).isEqualTo(Stage.TIMEOUT);
        assertTraced(rejected, second);
    }

    @Test
    void answerThatCannotBeRead_carriesThem() {
        WorkerInvoked invoked = board.invocation("invited");

        List<LogEntry> entries = board.garbage(
                new Input.Ids(Optional.of("p"), Optional.of("invited"), Optional.of(invoked.invocationId())));

        assertTraced(Scenario.only(entries, PatchRejected.class), invoked);
    }

    @Test
    void whoIsNotAdmitted_carriesNeither() {
        PatchRejected rejected = Scenario.only(claim("free", Optional.of("unknown"), "[]"), PatchRejected.class);

        assertThat(rejected.stage()).isEqualTo(Stage.ADMISSION);
        assertThat(rejected.trigger()).isEmpty();
        assertThat(rejected.viewHash()).isEmpty();
        assertThat(rejected.claimedViewHash()).isEmpty();
    }

    @Test
    void unsolicited_itsOwnWordOfWhatItWasShown() {
        PatchCommitted committed = Scenario.only(
                claim("free", Optional.empty(), "[{op: replace, path: /n, value: 2}]"), PatchCommitted.class);
        assertThat(committed.claimedViewHash()).contains(CLAIM);
        assertThat(committed.viewHash()).isEmpty();

        PatchRejected rejected = Scenario.only(
                claim("free", Optional.empty(), "[{op: replace, path: /n, value: x}]"), PatchRejected.class);
        assertThat(rejected.claimedViewHash()).contains(CLAIM);
        assertThat(rejected.viewHash()).isEmpty();
    }

    @Test
    void unsolicited_withoutAWord_unknown() {
        PatchCommitted committed =
                Scenario.only(board.propose("free", "[{op: replace, path: /n, value: 2}]"), PatchCommitted.class);

        assertThat(committed.claimedViewHash()).isEmpty();
        assertThat(board.log().get(board.log().size() - 1).toJson().has("claimedViewHash"))
                .isFalse();
    }

    @Test
    void invited_theKernelKnowsBetter() {
        WorkerInvoked invoked = board.invocation("invited");

        PatchCommitted committed = Scenario.only(
                claim("invited", Optional.of(invoked.invocationId()), "[{op: replace, path: /n, value: 2}]"),
                PatchCommitted.class);

        assertThat(committed.viewHash()).contains(invoked.viewHash());
        assertThat(committed.claimedViewHash()).isEmpty();
    }

    @Test
    void wordThatIsNoHash_cannotBeRead() {
        JsonObject proposal = (JsonObject) Texts.json("{proposalId: p, boardId: b, worker: w, viewHash: abc}");

        assertThatThrownBy(() -> PatchProposal.fromJson(proposal))
                .isInstanceOf(FieldException.class)
                .hasMessageContaining("64 lower-case hexadecimal digits at /viewHash");
    }
}
