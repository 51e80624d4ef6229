package io.patchboard.standalone.read;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegistryUnavailableException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/** Entries in every encoding of the contract. */
final class RecordEntryDecoder implements EntryDecoder {

    private final RecordDecoder decoder;

    private RecordEntryDecoder(RecordDecoder decoder) {
        this.decoder = decoder;
    }

    /** @throws ConfigException if the connection names a Schema Registry in a way that cannot be understood */
    static RecordEntryDecoder of(KafkaConnection connection) {
        try {
            return new RecordEntryDecoder(RecordDecoder.of(JsonLimits.DEFAULT, connection.properties()));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    @Override
    public LogEntry decode(byte[] value) throws UnreadableEntryException {
        try {
            return decoder.decodeEntry(value);
        } catch (DecodeException e) {
            throw new UnreadableEntryException(e.getMessage());
        } catch (RegistryUnavailableException e) {
            throw new KafkaException(e.getMessage(), e);
        }
    }
}
