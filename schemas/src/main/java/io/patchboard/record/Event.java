package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * What happened, or did not: the body of a {@link LogEntry}. Each kind has a record of its own, named as in the
 * contract, which knows its fields and nothing of the log.
 */
public sealed interface Event permits CommittedEvent, RejectedEvent, WorkerInvoked, UnknownEvent {

    /** The event's name in the contract, which is also the name of its Avro schema. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Adds its own fields to those of the header; absent ones are left out. */
    void write(JsonObject.Builder json);

    /**
     * The command that it is the outcome of, as far as the log tells it; as it was signed, if it was.
     *
     * @return absent where there is none
     */
    default Optional<Command> command(String boardId) {
        return Optional.empty();
    }

    /** Its own fields alone. */
    default JsonObject fields() {
        JsonObject.Builder json = JsonObject.builder();
        write(json);
        return json.build();
    }

    /**
     * Reads an event of the contract.
     *
     * @throws FieldException naming the first field that is missing or of the wrong type
     */
    static Event read(String type, Fields fields) {
        return EventKinds.reader(type)
                .orElseThrow(() -> new UnknownWordException(
                        "/type", "Expected the type of a log entry at /type, but got \"" + type + "\"."))
                .apply(fields);
    }
}
