package io.patchboard.gateway.http.api;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.util.concurrent.CompletionStage;

/** Who knows the boards, and so what the kernel would make of a proposal. */
@FunctionalInterface
public interface DryRuns {

    /**
     * @param outcome as it would stand in the log
     * @param more members of the reply, beside the outcome's
     */
    record Verdict(LogEntry outcome, JsonObject more) {}

    /** May fail with a {@link io.patchboard.gateway.http.ProblemException}, then or later; does not wait. */
    CompletionStage<Verdict> judge(PatchProposal proposal);
}
