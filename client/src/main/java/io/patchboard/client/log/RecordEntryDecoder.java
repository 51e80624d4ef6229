package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import org.apache.kafka.common.config.ConfigException;

/** Entries in every encoding of the contract. */
final class RecordEntryDecoder implements EntryDecoder {

    /** Of the Confluent wire format. */
    private static final byte WITH_REGISTRY = 0;

    private final RecordDecoder decoder;
    private final boolean hasRegistry;

    private RecordEntryDecoder(RecordDecoder decoder, boolean hasRegistry) {
        this.decoder = decoder;
        this.hasRegistry = hasRegistry;
    }

    /** @throws ConfigException if the connection names a Schema Registry in a way that cannot be understood */
    static RecordEntryDecoder of(KafkaConnection connection) {
        try {
            return new RecordEntryDecoder(
                    RecordDecoder.of(JsonLimits.DEFAULT, connection.properties()),
                    RegistryConfig.ofProperties(connection.properties()).isPresent());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Decoding<T> {
        T of(byte[] value) throws DecodeException, RegistryUnavailableException;
    }

    @Override
    public LogEntry decode(byte[] value) throws UnreadableEntryException {
        return decode(value, decoder::decodeAnyEntry);
    }

    @Override
    public JsonObject json(byte[] value) throws UnreadableEntryException {
        return decode(value, decoder::entryJson);
    }

    @Override
    public LogEntry decodeWithoutBulk(byte[] value) throws UnreadableEntryException {
        return decode(value, decoder::decodeWithoutBulk);
    }

    private <T> T decode(byte[] value, Decoding<T> decoding) throws UnreadableEntryException {
        try {
            return decoding.of(value);
        } catch (DecodeException e) {
            boolean needsRegistry = !hasRegistry && value.length > 0 && value[0] == WITH_REGISTRY;
            throw new UnreadableEntryException(e.getMessage(), needsRegistry);
        } catch (RegistryUnavailableException e) {
            throw new UnreadableLogException(
                    "The log cannot be read without its Schema Registry. " + e.getMessage(), e);
        }
    }
}
