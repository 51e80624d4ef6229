package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelExpression;

/**
 * When a board is done, and where in its state the result is.
 *
 * @param result the root for the whole state
 */
public record Completion(CelExpression when, JsonPointer result) {}
