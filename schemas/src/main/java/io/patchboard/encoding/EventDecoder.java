package io.patchboard.encoding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.UnknownSchemaException;
import io.patchboard.registry.WriterSchemas;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the records of users' own topics as JSON: JSON, or the Confluent wire format with a schema of Avro or of JSON,
 * whichever the first byte announces. Safe for use by several threads.
 */
public final class EventDecoder {

    private static final int MOST_SCHEMAS = 1_000;

    private final JsonLimits limits;
    private final JsonReader json;
    private final WriterSchemas registry;
    private final Map<Integer, AnyAvroReader> byId = new ConcurrentHashMap<>();

    EventDecoder(JsonLimits limits, WriterSchemas registry) {
        this.limits = limits;
        this.json = new JsonReader(limits);
        this.registry = registry;
    }

    /** @param properties of Kafka's clients, of which {@value RegistryConfig#URL_PROPERTY} names the registry */
    public static EventDecoder of(JsonLimits limits, Map<String, ?> properties) {
        return new EventDecoder(
                limits,
                RegistryConfig.ofProperties(properties)
                        .<WriterSchemas>map(SchemaRegistryClient::new)
                        .orElseGet(WriterSchemas::unnamed));
    }

    /**
     * @param bytes a record's value
     * @throws DecodeException if it cannot be read, now or later
     * @throws RegistryUnavailableException if it may become readable once the registry answers
     */
    public Json decode(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        if (bytes.length == 0) {
            throw DecodeException.of(RejectionCode.EMPTY, "Expected JSON or Avro, but the value is empty.");
        }
        if (bytes.length > limits.maxBytes()) {
            throw DecodeException.of(
                    RejectionCode.SIZE,
                    "Expected at most " + limits.maxBytes() + " bytes, but got " + bytes.length + ".");
        }
        return bytes[0] == AvroFormat.CONFLUENT_MAGIC ? registered(bytes) : json(bytes);
    }

    private Json json(byte[] utf8) throws DecodeException {
        try {
            return json.read(utf8);
        } catch (JsonSyntaxException e) {
            throw DecodeException.of(RejectionCode.JSON, e.getMessage());
        } catch (RuntimeException e) {
            throw DecodeException.of(RejectionCode.JSON, "Expected JSON, but it cannot be read: " + e + ".");
        }
    }

    private Json registered(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        if (bytes.length < AvroFormat.CONFLUENT_HEADER) {
            throw DecodeException.of(
                    RejectionCode.ENCODING,
                    "Expected four bytes of schema id after the byte 00 (Confluent wire format), but got "
                            + (bytes.length - 1) + ".");
        }
        int id = ByteBuffer.wrap(bytes).getInt(1);
        AnyAvroReader known = byId.get(id);
        if (known != null) {
            return known.read(bytes, AvroFormat.CONFLUENT_HEADER);
        }
        RegisteredSchema schema;
        try {
            schema = registry.schemaById(id);
        } catch (UnknownSchemaException e) {
            throw DecodeException.of(RejectionCode.SCHEMA_ID, e.getMessage());
        }
        return switch (schema.type()) {
            case AVRO -> {
                AnyAvroReader reader = new AnyAvroReader(RegisteredReader.parse(id, schema), limits);
                if (byId.size() >= MOST_SCHEMAS) {
                    byId.clear();
                }
                byId.put(id, reader);
                yield reader.read(bytes, AvroFormat.CONFLUENT_HEADER);
            }
            case JSON -> json(Arrays.copyOfRange(bytes, AvroFormat.CONFLUENT_HEADER, bytes.length));
            case OTHER ->
                throw DecodeException.of(
                        RejectionCode.SCHEMA_ID,
                        "Expected schema id " + id + " to be of type AVRO or JSON, but it is neither.");
        };
    }
}
