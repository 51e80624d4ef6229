package io.patchboard.encoding;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Raise;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Work that waits, and what ends, changes or warns of it. */
final class WorkSamples {

    private WorkSamples() {}

    static List<BoardRecord> of(Trigger trigger) {
        LogEntry held = new LogEntry(
                        Samples.header("b-5", 7, 3, CanonicalJson.sha256(Json.of("b-5"))),
                        new TriggerHeld(
                                trigger,
                                Optional.of("extractor"),
                                TriggerHeld.Reason.JOIN,
                                Optional.of("\"s1\""),
                                Optional.of(1L),
                                Optional.of(SampleBoard.START.plusSeconds(600)),
                                List.of(5L),
                                Optional.of(new Cause(Cause.Action.CATCH, 4)),
                                Optional.of(2L)))
                .sealed();
        LogEntry stopped = new LogEntry(
                        Samples.after(held, 3),
                        new BranchStopped(
                                trigger,
                                Optional.of("extractor"),
                                BranchStopped.Reason.JOIN_EXPIRED,
                                "Expected the other parts of the join within 600 s, but they did not come.",
                                List.of(7L)))
                .sealed();
        LogEntry tripped = new LogEntry(
                        Samples.after(stopped, 3),
                        new CircuitTripped(
                                CircuitTripped.Detector.INVALID_STREAK,
                                CircuitTripped.Scope.WORKER,
                                Optional.of("extractor"),
                                Optional.of(trigger),
                                CircuitTripped.Action.TIGHTEN,
                                Optional.of("editor"),
                                Optional.of(50L),
                                "Expected fewer than 3 rejections in a row of worker \"extractor\", but got 3.",
                                List.of(3L, 4L, 6L),
                                Optional.of(new CircuitTripped.Replaced("extractor", Optional.of("extract"))),
                                List.of(new Raise("workers/extractor/tokens", new BigDecimal("200000"))),
                                Optional.of(new BoardReopened.Invite("extractor", trigger))))
                .sealed();
        LogEntry warning = new LogEntry(
                        Samples.after(tripped, 3),
                        new BudgetWarning(
                                BudgetKind.TOKENS,
                                Optional.of("extractor"),
                                Json.of(81_000),
                                Json.of(100_000),
                                "Worker \"extractor\" has used 81000 of its 100000 tokens."))
                .sealed();
        return List.of(held, stopped, tripped, warning);
    }
}
