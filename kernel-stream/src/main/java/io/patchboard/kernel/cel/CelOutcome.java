package io.patchboard.kernel.cel;

import io.patchboard.json.Json;

/** What an evaluation came to. */
public sealed interface CelOutcome {

    /** The expression has this value. */
    record Value(Json value) implements CelOutcome {}

    /** The expression has no value: a missing key, a type that does not fit, work over the limit. */
    record Failed(String message) implements CelOutcome {}
}
