package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.record.Usage;
import java.util.Objects;
import java.util.Optional;

/**
 * What a worker has to say to an invocation.
 *
 * @param patch a JSON Patch (RFC 6902). Whatever it is, the kernel gets it and judges it
 * @param usage tokens that the answer used; they count against the board's budget
 * @param error why the worker could not answer; the patch is then not looked at
 */
public record Answer(Json patch, Optional<Usage> usage, Optional<String> error) {

    public Answer {
        Objects.requireNonNull(patch, "patch");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(error, "error");
    }

    public static Answer of(Json patch) {
        return new Answer(patch, Optional.empty(), Optional.empty());
    }

    /** An answer that changes nothing. */
    public static Answer nothing() {
        return of(JsonArray.EMPTY);
    }

    /** @param message a sentence for whoever reads the board's log */
    public static Answer failed(String message) {
        return new Answer(Json.nul(), Optional.empty(), Optional.of(message));
    }

    public Answer withUsage(Usage used) {
        return new Answer(patch, Optional.of(used), error);
    }

    public boolean isFailed() {
        return error.isPresent();
    }
}
