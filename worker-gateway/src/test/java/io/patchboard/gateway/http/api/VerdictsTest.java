package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PatchRejected.Told;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who proposed is told what the proposal's worker may know, and not what the log says. */
final class VerdictsTest {

    private static final PatchProposal PROPOSAL =
            new PatchProposal("p-1", "b-1", "w", Optional.empty(), JsonArray.EMPTY, Optional.empty(), Optional.empty());

    private static LogEntry entry(Optional<Told> told) {
        return new LogEntry(
                new LogHeader("b-1", 2, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new PatchRejected(
                        Optional.of("p-1"),
                        Optional.of("w"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Rejection(
                                Stage.SCHEMA,
                                "enum",
                                "/box/HUSH",
                                Optional.empty(),
                                "Expected x at /box/HUSH, but got \"HUSH\"."),
                        Optional.empty(),
                        Optional.empty(),
                        told,
                        Optional.of(PROPOSAL.toJson()),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static ProblemException told(LogEntry entry) {
        return catchThrowableOfType(
                ProblemException.class, () -> Proposed.of(PROPOSAL).told(Optional.of(entry)));
    }

    @Test
    void rejection_ofWhichTheWorkerMayNotKnowAll_isToldInPart() {
        LogEntry entry = entry(Optional.of(new Told("/box", "Expected x.")));

        ProblemException problem = told(entry);

        assertThat(problem.problem().detail()).isEqualTo("Expected x.");
        assertThat(problem.problem().more().get("pointer")).contains(Json.of("/box"));
        assertThat(problem.problem().toString()).doesNotContain("HUSH");
        assertThat(Verdicts.told(entry).toJson().toString())
                .contains("Expected x.")
                .doesNotContain("HUSH");
    }

    @Test
    void rejection_ofWhichTheWorkerMayKnowAll_isToldAsItIs() {
        assertThat(told(entry(Optional.empty())).problem().detail()).contains("HUSH");
    }
}
