package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gate holds of a worker, or of a rule, that an amended blueprint has no more. */
class AmendedGateTest extends GateRig {

    private static final String RULE = "rules: .*\n";
    private static final String WORKER = "  writer:\n.*\n.*\n";
    private static final String STALE =
            "[{op: test, path: /text, value: draft}, {op: replace, path: /published, value: true}]";

    /** @param gone what the amended blueprint is without, as regular expressions */
    private Scenario amended(String gates, String... gone) {
        Scenario board = gated(gates);
        board.answer(board.invocation("writer"), STALE);
        String next = blueprint(gates);
        for (String part : gone) {
            next = next.replaceAll(part, "");
        }
        board.command(new AmendBlueprint(header(), Texts.json(next), AmendBlueprint.Open.KEEP));
        assertThat(board.board().work().gated()).hasSize(1);
        return board;
    }

    @Test
    void reject_whereTheWorkerIsGone_isDone_andNobodyIsInvitedAgain() {
        Scenario board = amended(OPEN, WORKER, RULE);

        List<LogEntry> entries = decide(board, Option.REJECT, "ada");

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchRejected.class);
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).isEmpty();
        assertThat(board.board().work().gated()).isEmpty();
        assertThat(board.board().work().abandoned()).isEmpty();
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void reject_whereTheRuleIsGone_invitesTheWorkerNoMore() {
        Scenario board = amended(OPEN, RULE);

        List<LogEntry> entries = decide(board, Option.REJECT, "ada");

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchRejected.class);
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void approvalOfWhatNobodyWasInvitedFor_whereTheWorkerIsGone_rejectsIt_andAnAuditFindsNothing() {
        Scenario board = gated(OPEN);
        board.propose("free", PUBLISH);
        board.command(new AmendBlueprint(
                header(), Texts.json(blueprint(OPEN).replaceAll("  free: .*\n", "")), AmendBlueprint.Open.KEEP));

        List<LogEntry> entries = decide(board, Option.APPROVE, "ada");

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchRejected.class);
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().is(RejectionCode.WITHDRAWN))
                .isTrue();
    }

    @Test
    void timeoutThatApprovesWhatFitsNoMore_rejectsIt() {
        Scenario board = amended(NAMED.formatted(", timeout: PT1H, onTimeout: approve"), WORKER, RULE);
        board.propose("free", "[{op: replace, path: /text, value: other}]");

        List<LogEntry> entries = board.tick(Duration.ofMinutes(61));

        assertThat(Scenario.only(entries, PatchRejected.class).rejection().is(RejectionCode.TEST))
                .isTrue();
        assertThat(board.board().nextDue()).isEmpty();
    }

    @Test
    void detectorThatTrips_isNotAskedAboutAWorkerThatIsGone() {
        String circuit = "\ncircuit: {invalidStreak: 1, onTrip: [{repair: free}]}";
        Scenario board = amended(OPEN + circuit, WORKER, RULE);

        List<LogEntry> entries = decide(board, Option.REJECT, "ada");

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchRejected.class);
    }

    @Test
    void endedAndReopened_itsBoardGoesOnWithoutTheWorker() {
        Scenario board = amended(OPEN, WORKER, RULE);

        board.cancel();
        List<LogEntry> entries = board.reopen();

        assertThat(kinds(entries)).doesNotContain(CommandRejected.class);
        assertThat(Scenario.only(entries, BoardReopened.class).invites()).isEmpty();
    }
}
