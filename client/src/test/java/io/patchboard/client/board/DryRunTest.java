package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Verdicts about a board that was folded from its log. */
class DryRunTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:05:00Z");
    private static final Instant PAST_THE_DEADLINE = Instant.parse("2026-01-03T00:00:00Z");

    private final DryRun dryRun = new DryRun(new Blueprints());

    private static PatchProposal answer(String invocationId, String patch) {
        return new PatchProposal(
                "p-new",
                "b",
                "counter",
                Optional.of(invocationId).filter(id -> !id.isEmpty()),
                JsonReader.parse(patch),
                Optional.empty(),
                Optional.empty());
    }

    private DryRun.Verdict verdict(SampleLog log, PatchProposal proposal) {
        return dryRun.judge(log.entries(), proposal, NOW);
    }

    private static PatchRejected rejected(DryRun.Verdict verdict) {
        assertThat(verdict.outcome().event()).isInstanceOf(PatchRejected.class);
        return (PatchRejected) verdict.outcome().event();
    }

    @Test
    void commit_isToldWithWhatWouldFollow_andLeavesTheLogAsItWas() {
        SampleLog log = new SampleLog("b").created().invoked("i-1");
        List<LogEntry> before = List.copyOf(log.entries());

        DryRun.Verdict verdict = verdict(log, answer("i-1", """
                [{"op": "replace", "path": "/count", "value": 7}]"""));

        assertThat(verdict.outcome().event()).isInstanceOf(PatchCommitted.class);
        assertThat(verdict.outcome().sequence()).isEqualTo(3);
        assertThat(verdict.outcome().header().version()).isEqualTo(2);
        assertThat(verdict.following())
                .singleElement()
                .satisfies(next -> assertThat(next.event()).isInstanceOf(WorkerInvoked.class));
        assertThat(verdict.toJson()).isEqualTo(JsonReader.parse("""
                {"dryRun": true, "following": [{"type": "WorkerInvoked", "worker": "counter", "rule": "again"}]}"""));
        assertThat(log.entries()).isEqualTo(before);
        // The same proposal may be judged again: nothing was remembered of it.
        assertThat(verdict(log, answer("i-1", "[]")).outcome().event()).isInstanceOf(PatchCommitted.class);
    }

    @Test
    void rejection_isThatOfTheStage() {
        SampleLog log = new SampleLog("b").created().invoked("i-1");

        PatchRejected outside = rejected(verdict(log, answer("i-1", "[{\"op\": \"remove\", \"path\": \"/count\"}]")));

        assertThat(outside.stage()).isEqualTo(Stage.AUTHORIZATION);
        assertThat(outside.proposal().orElseThrow().toString()).contains("\"remove\"");
    }

    @Test
    void invocation_thatEnded_isToldFromOneThatNeverWas() {
        SampleLog log = new SampleLog("b").created().invoked("i-1").committed("p-1", "i-1", 1);

        assertThat(rejected(verdict(log, answer("i-1", "[]"))).rejection().code())
                .isEqualTo("already-answered");
        assertThat(rejected(verdict(log, answer("i-2", "[]"))).rejection().code())
                .isEqualTo("unknown-invocation");
    }

    @Test
    void time_isThatOfTheQuestion() {
        SampleLog log = new SampleLog("b").created().invoked("i-1");

        DryRun.Verdict late = dryRun.judge(log.entries(), answer("i-1", "[]"), PAST_THE_DEADLINE);

        assertThat(rejected(late).rejection().code()).isEqualTo("expired");
    }

    @Test
    void boardThatIsNotThere_orIsDamaged_isToldAsSuch() {
        assertThat(rejected(dryRun.judge(List.of(), answer("", "[]"), NOW))
                        .rejection()
                        .code())
                .isEqualTo("unknown-board");
        assertThatThrownBy(() -> verdict(new SampleLog("b").created().impossible("p-1"), answer("", "[]")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void proposal_thatHasHadItsOutcome_isJudgedAnew() {
        SampleLog log = new SampleLog("b").created().invoked("i-1").rejected("p-new", "");

        assertThat(verdict(log, answer("i-1", "[]")).toJson().get("dryRun")).contains(Json.of(true));
    }
}
