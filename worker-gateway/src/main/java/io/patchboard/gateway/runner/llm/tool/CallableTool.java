package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/** Something that takes arguments and gives a result. Safe for use by several threads. */
interface CallableTool extends AutoCloseable {

    /** With the name that models call it by. */
    ToolDescription description();

    /**
     * @param arguments that fit the description
     * @param key the same whenever this call is made again by a later attempt
     * @throws InterruptedException if nobody waits any more
     */
    Json call(JsonObject arguments, String key, Deadline deadline) throws NoAnswerException, InterruptedException;

    /** Of one that does something which must not be done twice: who tells what became of a call. */
    default Optional<Reconciler> effects() {
        return Optional.empty();
    }

    /** Of what it says. */
    default Redaction redaction() {
        return Redaction.NONE;
    }

    /** Ends what belongs to it alone. */
    @Override
    default void close() {}
}
