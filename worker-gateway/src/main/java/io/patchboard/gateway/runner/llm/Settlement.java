package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a tool with effects of which nobody knows whether it was done, for a person to say so.
 *
 * @param key under which the checkpoint is kept
 */
public record Settlement(String key, Checkpoint checkpoint, UnknownCall call) {

    /**
     * The one that waits.
     *
     * @param checkpoints of a board, the latest of each key
     * @param worker whose call it is; may be left out where there is one call alone
     * @throws IllegalArgumentException if there is none, or more than one
     */
    public static Settlement of(String boardId, Map<String, Checkpoint> checkpoints, Optional<String> worker) {
        List<Settlement> found = new ArrayList<>();
        checkpoints.forEach((key, checkpoint) -> checkpoint
                .content()
                .flatMap(UnknownCall::in)
                .filter(call -> worker.isEmpty() || worker.get().equals(checkpoint.worker()))
                .ifPresent(call -> found.add(new Settlement(key, checkpoint, call))));
        if (found.size() != 1) {
            throw new IllegalArgumentException("Expected one call of a tool on board " + boardId
                    + " of which nobody knows whether it was done, but there are "
                    + (found.isEmpty()
                            ? "none."
                            : found.stream()
                                            .map(one -> one.call().tool() + " of "
                                                    + one.checkpoint().worker())
                                            .toList() + ". Say whose it is (worker)."));
        }
        return found.get(0);
    }

    /** What is said, in words. */
    public String said(Optional<String> by, Optional<Json> result) {
        return by.orElse("Somebody") + " says that " + call.tool() + " under key " + call.key() + " was "
                + (result.isPresent() ? "done" : "not done");
    }

    /**
     * What the next attempt is given.
     *
     * @param result that the call had; absent if it was not done
     */
    public Checkpoint settled(Optional<String> by, Optional<Json> result, Instant now) {
        return new Checkpoint(
                checkpoint.boardId(),
                checkpoint.worker(),
                checkpoint.invocationId(),
                checkpoint.attempt(),
                now,
                Optional.of(said(by, result)),
                Optional.of(result.map(call::done).orElseGet(call::notDone)));
    }
}
