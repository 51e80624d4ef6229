package io.patchboard.kernel.cel;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;

/** What an evaluation came to. */
public sealed interface CelOutcome {

    /** Whether a condition holds; one that has no value, or another one, does not. */
    default boolean isTrue() {
        return this instanceof Value value && value.value() == JsonBoolean.TRUE;
    }

    /** The expression has this value. */
    record Value(Json value) implements CelOutcome {}

    /** The expression has no value: a missing key, a type that does not fit, work over the limit. */
    record Failed(String message) implements CelOutcome {}
}
