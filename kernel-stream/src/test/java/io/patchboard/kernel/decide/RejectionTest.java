package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
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

/** What a rejection leaves as it was, and what limits reject. */
class RejectionTest extends RejectingBoard {

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
