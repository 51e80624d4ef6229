package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A tool in Java, for workers that are language models. Several threads may call it at once. */
public interface Tool {

    /** What it does, and when it is not the one to use; models read it. */
    String description();

    /** JSON Schema of its arguments; it is called with no others. */
    JsonObject input();

    /** JSON Schema of its results; anything where there is none. */
    default Optional<JsonObject> output() {
        return Optional.empty();
    }

    /**
     * Whether a call changes something in the world that must not be changed twice. A call that ends without a word is
     * then asked about, and not made again before.
     */
    default boolean hasEffects() {
        return false;
    }

    /** Whether what it is given may get outside: in a mail, a request, a file for others. */
    default boolean hasEgress() {
        return false;
    }

    /**
     * What became of a call that nobody heard of again, of a tool that has effects.
     *
     * @param idempotencyKey of that call
     * @throws Exception if that cannot be found out; it is unknown then
     */
    default Reconciled reconcile(JsonObject arguments, String idempotencyKey) throws Exception {
        return Reconciled.unknown();
    }

    /**
     * Does it. The thread is interrupted when the time is up; what comes later is dropped.
     *
     * @param idempotencyKey the same whenever this call is made again, by a later attempt at the same logical action
     * @throws Exception if it cannot be done; the model is told of the message
     */
    Json call(JsonObject arguments, String idempotencyKey) throws Exception;
}
