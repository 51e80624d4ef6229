package io.patchboard.gateway.http.api;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Who knows the boards as they are, and so what a proposal would come to. Nothing here waits; what is returned may fail
 * with a {@link io.patchboard.gateway.http.ProblemException}.
 */
public interface KnownBoards {

    /**
     * @param outcome as it would stand in the log
     * @param more members of the reply, beside the outcome's
     */
    record Verdict(LogEntry outcome, JsonObject more) {}

    /** What the kernel would make of a proposal now. */
    CompletionStage<Verdict> judge(PatchProposal proposal);

    /**
     * The patch by which a worker that may propose unasked writes a value, as its contract says.
     *
     * @param path a JSON Pointer; absent where the contract has one place alone
     */
    CompletionStage<Json> message(String boardId, String worker, Optional<String> path, Json value);
}
