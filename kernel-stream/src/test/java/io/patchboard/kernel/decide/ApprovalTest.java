package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person decides about a patch that a gate holds, or the time that he had. */
class ApprovalTest extends GateRig {

    @Test
    void approve_judgesAgain_andCommitsInTheApproversName() {
        Scenario board = held(OPEN);
        long held = board.entriesWith(PatchHeld.class).get(0).sequence();

        List<LogEntry> entries = decide(board, Option.APPROVE, "ada");

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchCommitted.class, BoardCompleted.class);
        PatchCommitted committed = Scenario.only(entries, PatchCommitted.class);
        assertThat(committed.approvedBy()).containsExactly("ada");
        assertThat(committed.held()).contains(held);
        assertThat(committed.invocationId())
                .contains(board.entries(WorkerInvoked.class).get(0).invocationId());
        assertThat(board.board().work().gated()).isEmpty();
        assertThat(board.board().phase()).isEqualTo(Phase.COMPLETED);
    }

    @Test
    void approve_whatFitsNoMore_isRejected_andTheWorkerInvitedAgain() {
        Scenario board = gated(OPEN);
        WorkerInvoked invoked = board.invocation("writer");
        board.answer(invoked, "[{op: test, path: /text, value: draft}, {op: replace, path: /published, value: true}]");
        board.propose("free", "[{op: replace, path: /text, value: other}]");

        List<LogEntry> entries = decide(board, Option.APPROVE, "ada");

        PatchRejected rejected = Scenario.only(entries, PatchRejected.class);
        assertThat(rejected.rejection().is(RejectionCode.TEST)).isTrue();
        assertThat(rejected.held()).isPresent();
        assertThat(board.at("/published")).isEqualTo(Json.of(false));
        board.tick(Duration.ofMinutes(1));
        assertThat(board.invocation("writer").attempt()).isEqualTo(2);
    }

    @Test
    void reject_givesItsReasonToTheWorker() {
        Scenario board = held(OPEN);

        List<LogEntry> entries = decide(board, Option.REJECT, "ada");

        PatchRejected rejected = Scenario.only(entries, PatchRejected.class);
        assertThat(rejected.rejection().is(RejectionCode.REFUSED)).isTrue();
        assertThat(rejected.rejection().message()).isEqualTo("ada does not allow it: looked at it");
        board.tick(Duration.ofMinutes(1));
        assertThat(board.invocation("writer").view().toString()).contains("ada does not allow it: looked at it");
    }

    @Test
    void modify_commitsAsOfBoth_whereNobodyElseHasToLook() {
        Scenario board = held(OPEN);

        List<LogEntry> entries = decide(
                board,
                Option.MODIFY,
                "ada",
                "[{op: replace, path: /text, value: better}, {op: replace, path: /published, value: true}]");

        PatchCommitted committed = Scenario.only(entries, PatchCommitted.class);
        assertThat(committed.worker()).isEqualTo("writer");
        assertThat(committed.approvedBy()).containsExactly("ada");
        assertThat(board.at("/text")).isEqualTo(Json.of("better"));
    }

    @Test
    void modify_thatBreaksTheSchemaOrTheContract_isRefused_andThePatchStaysHeld() {
        Scenario board = held(OPEN);

        CommandRejected tooLong = refused(decide(
                board, Option.MODIFY, "ada", "[{op: replace, path: /text, value: 'much longer than it may be'}]"));
        CommandRejected foreign =
                refused(decide(board, Option.MODIFY, "ada", "[{op: add, path: /notes/-, value: mine}]"));

        assertThat(tooLong.rejection().code()).isEqualTo("maxLength");
        assertThat(foreign.rejection().is(RejectionCode.WRITE_CONTRACT)).isTrue();
        assertThat(board.board().work().gated()).hasSize(1);
        assertThat(kinds(decide(board, Option.APPROVE, "ada"))).contains(PatchCommitted.class);
    }

    @Test
    void modify_whereTwoAreNamed_asksTheOther() {
        Scenario board = held(NAMED.formatted(""));

        List<LogEntry> modified = decide(
                board,
                Option.MODIFY,
                "ada",
                "[{op: replace, path: /text, value: better}, {op: replace, path: /published, value: true}]");
        CommandRejected own = refused(decide(board, Option.APPROVE, "ada"));
        List<LogEntry> entries = decide(board, Option.APPROVE, "grace");

        assertThat(kinds(modified)).containsExactly(Decided.class, PatchHeld.class, NeedsPerson.class);
        assertThat(Scenario.only(modified, PatchHeld.class).modifiedBy()).contains("ada");
        assertThat(own.rejection().is(RejectionCode.NOT_APPROVER)).isTrue();
        assertThat(Scenario.only(entries, PatchCommitted.class).approvedBy()).containsExactly("ada", "grace");
        assertThat(board.at("/text")).isEqualTo(Json.of("better"));
    }

    @Test
    void strangerAndAuthor_mayNotApprove() {
        Scenario board = gated(NAMED.formatted(""));
        board.propose(board.proposal("free", Optional.empty(), PUBLISH).sentBy(Optional.of("ada")));

        assertThat(refused(decide(board, Option.APPROVE, "eve")).rejection().message())
                .isEqualTo("Expected one of [ada, grace], whom gate \"publish\" asks, but got \"eve\".");
        assertThat(refused(decide(board, Option.APPROVE, "ada")).rejection().is(RejectionCode.NOT_APPROVER))
                .isTrue();
        assertThat(kinds(decide(board, Option.APPROVE, "grace"))).contains(PatchCommitted.class);
    }

    @Test
    void fourEyesThatTheBlueprintDoesWithout_areTwo() {
        Scenario board = gated(NAMED.formatted(", fourEyes: false"));
        board.propose(board.proposal("free", Optional.empty(), PUBLISH).sentBy(Optional.of("ada")));

        assertThat(kinds(decide(board, Option.APPROVE, "ada"))).contains(PatchCommitted.class);
    }

    @Test
    void escalate_asksTheNext_andEndsAtTheLast() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H"));

        List<LogEntry> entries = decide(board, Option.ESCALATE, "grace");

        assertThat(kinds(entries)).containsExactly(Decided.class, NeedsPerson.class);
        NeedsPerson next = Scenario.only(entries, NeedsPerson.class);
        assertThat(next.gate().orElseThrow().approvers()).containsExactly("boss");
        assertThat(next.options()).doesNotContain(Option.ESCALATE);
        assertThat(refused(decide(board, Option.APPROVE, "grace")).rejection().is(RejectionCode.NOT_APPROVER))
                .isTrue();
        assertThat(refused(decide(board, Option.ESCALATE, "boss")).rejection().message())
                .contains("Nobody comes after who decides now.");
        assertThat(kinds(decide(board, Option.APPROVE, "boss"))).contains(PatchCommitted.class);
    }

    @Test
    void timeout_isTheEndOfIt_whereNothingIsSaid() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H"));

        List<LogEntry> before = board.tick(Duration.ofMinutes(59));
        List<LogEntry> entries = board.tick(Duration.ofMinutes(2));

        assertThat(before).isEmpty();
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().is(RejectionCode.APPROVAL_TIMEOUT))
                .isTrue();
        assertThat(board.board().work().gated()).isEmpty();
        assertThat(board.open(board.entries(WorkerInvoked.class).get(0))).isEmpty();
    }

    @Test
    void timeout_escalates_thenRejects() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H, onTimeout: escalate"));

        List<LogEntry> first = board.tick(Duration.ofMinutes(61));
        List<LogEntry> second = board.tick(Duration.ofMinutes(61));

        assertThat(kinds(first)).startsWith(Decided.class, NeedsPerson.class);
        assertThat(Scenario.only(first, Decided.class).requested()).isEmpty();
        assertThat(Scenario.only(first, NeedsPerson.class).gate().orElseThrow().approvers())
                .containsExactly("boss");
        assertThat(Scenario.only(second, PatchRejected.class).rejection().is(RejectionCode.APPROVAL_TIMEOUT))
                .isTrue();
    }

    @Test
    void timeout_afterAPause_givesTheNextAsLongAsWhoHadIt() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H, onTimeout: escalate"));
        board.pause();
        board.wait(Duration.ofDays(3));
        board.resume();

        List<LogEntry> entries = board.tick(Duration.ofMinutes(60));

        assertThat(Scenario.only(entries, NeedsPerson.class)
                        .gate()
                        .orElseThrow()
                        .due())
                .contains(board.now().plus(Duration.ofHours(1)));
    }

    @Test
    void timeout_approves_whereTheBlueprintSaysSo() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H, onTimeout: approve"));

        List<LogEntry> entries = board.tick(Duration.ofMinutes(61));

        assertThat(Scenario.only(entries, PatchCommitted.class).approvedBy()).isEmpty();
        assertThat(board.at("/published")).isEqualTo(Json.of(true));
    }

    @Test
    void timeout_letsGoWhatItsGateHeldBack() {
        Scenario board = heldBack("{name: publish, worker: free, hold: board, timeout: PT1H}");

        List<LogEntry> entries = board.tick(Duration.ofMinutes(61));

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchRejected.class, WorkerInvoked.class);
    }

    @Test
    void timeout_letsGoWhatItsGateHeldBack_whereTheNextHoldsThePatchAlone() {
        Scenario board = heldBack(
                "{name: a, worker: free, hold: board, timeout: PT1H, onTimeout: approve}", "{name: b, worker: free}");

        List<LogEntry> entries = board.tick(Duration.ofMinutes(61));

        assertThat(kinds(entries)).containsExactly(Decided.class, NeedsPerson.class, WorkerInvoked.class);
    }

    @Test
    void timeout_asksTheRulesOfWhatIsLeft() {
        Scenario board = new Scenario(blueprint("gates: [{name: publish, worker: free, timeout: PT1H}]")
                        .replace("event: created", "event: quiescent"))
                .created();
        board.answer(board.invocation("writer"), "[{op: replace, path: /amount, value: 1}]");
        board.propose("free", PUBLISH);
        board.answer(board.invocation("writer"), "[{op: replace, path: /amount, value: 2}]");

        board.tick(Duration.ofMinutes(61));

        assertThat(board.invocations("writer")).hasSize(1);
    }

    /** Of which a rule wants the writer as soon as nobody has to decide anything. */
    private Scenario heldBack(String... gates) {
        Scenario board = new Scenario(blueprint("gates: [" + String.join(", ", gates) + "]")
                        .replace("event: created", "op: [replace], path: /amount"))
                .created();
        board.propose("free", "[{op: replace, path: /text, value: b}]");
        assertThat(kinds(edit(board, "[{op: replace, path: /amount, value: 1}]")))
                .contains(TriggerHeld.class);
        return board;
    }

    @Test
    void twoGates_areAskedOneAfterTheOther() {
        Scenario board = gated("""
                gates:
                  - {name: b-amount, on: {path: /amount}, approvers: [grace]}
                  - {name: a-published, on: {path: /published}, approvers: [ada]}
                """);
        board.propose("free", "[{op: replace, path: /amount, value: 1}, {op: replace, path: /published, value: true}]");

        List<LogEntry> first = decide(board, Option.APPROVE, "ada");
        List<LogEntry> second = decide(board, Option.APPROVE, "grace");

        assertThat(kinds(first)).containsExactly(Decided.class, NeedsPerson.class);
        assertThat(Scenario.only(first, NeedsPerson.class).detail()).isEqualTo("b-amount");
        assertThat(Scenario.only(second, PatchCommitted.class).approvedBy()).containsExactly("ada", "grace");
    }

    @ParameterizedTest
    @CsvSource({"[grace], false", "'[grace, eve]', true"})
    void modify_whatOneGateHasLetPass_hasToPassItAnew(String approvers, boolean fourEyes) {
        Scenario board = gated("""
                gates:
                  - {name: a-published, on: {path: /published}, approvers: [ada]}
                  - {name: b-amount, on: {path: /amount}, approvers: %s, fourEyes: %s}
                """.formatted(approvers, fourEyes));
        board.propose("free", "[{op: replace, path: /amount, value: 1}, {op: replace, path: /published, value: true}]");
        decide(board, Option.APPROVE, "ada");

        decide(
                board,
                Option.MODIFY,
                "grace",
                "[{op: replace, path: /text, value: other}, {op: replace, path: /published, value: true}]");
        if (fourEyes) {
            decide(board, Option.APPROVE, "eve");
        }

        assertThat(board.entries(PatchCommitted.class)).isEmpty();
        assertThat(refused(decide(board, Option.APPROVE, "grace")).rejection().is(RejectionCode.NOT_APPROVER))
                .isTrue();
        Scenario.only(decide(board, Option.APPROVE, "ada"), PatchCommitted.class);
    }

    /** As at one gate: where nobody else is named, it is committed as of both. */
    @Test
    void modify_whereAllGatesNameTheSameOne_isForHerToPassAnew() {
        Scenario board = gated("""
                gates:
                  - {name: a-published, on: {path: /published}, approvers: [grace]}
                  - {name: b-amount, on: {path: /amount}, approvers: [grace]}
                """);
        board.propose("free", "[{op: replace, path: /amount, value: 1}, {op: replace, path: /published, value: true}]");
        decide(board, Option.APPROVE, "grace");
        decide(
                board,
                Option.MODIFY,
                "grace",
                "[{op: replace, path: /amount, value: 2}, {op: replace, path: /published, value: true}]");

        PatchCommitted committed = Scenario.only(decide(board, Option.APPROVE, "grace"), PatchCommitted.class);

        assertThat(committed.approvedBy()).contains("grace");
    }

    @Test
    void verdict_countsOnce_andTheSecondIsTold() {
        Scenario board = held(NAMED.formatted(""));

        decide(board, Option.REJECT, "ada");

        assertThat(refused(decide(board, Option.APPROVE, "grace")).rejection().is(RejectionCode.NOT_WAITING))
                .isTrue();
    }
}
