package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;

/** Makes a log entry of a record's value. */
@FunctionalInterface
public interface EntryDecoder {

    /**
     * Of entries in every encoding of the contract.
     *
     * @throws org.apache.kafka.common.config.ConfigException if the connection names a Schema Registry in a way that
     *     cannot be understood
     */
    static EntryDecoder of(KafkaConnection connection) {
        return RecordEntryDecoder.of(connection);
    }

    /** @throws UnreadableEntryException saying what was expected and what was found */
    LogEntry decode(byte[] value) throws UnreadableEntryException;

    /** What {@link #decode} reads, as it is spelled. */
    default JsonObject json(byte[] value) throws UnreadableEntryException {
        return decode(value).toJson();
    }

    /** As {@link #decode}, for who needs nothing of {@link LogEntry#BULK}: there may be {@code true} in its place. */
    default LogEntry decodeWithoutBulk(byte[] value) throws UnreadableEntryException {
        return decode(value);
    }
}
