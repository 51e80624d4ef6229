package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import java.util.Map;

/**
 * When a board is done, and where in its state the result is.
 *
 * @param result the root for the whole state
 */
public record Completion(CelExpression when, JsonPointer result) {

    /** What the condition comes to for a state. */
    public CelOutcome evaluate(Json state, long version, Degraded degraded, CelAllowance allowance) {
        return when.evaluate(Map.of("state", state, "version", Json.of(version)), allowance, degraded);
    }
}
