package io.patchboard.encoding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.Outline;
import io.patchboard.record.Command;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.UnknownSchemaException;
import io.patchboard.registry.WriterSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.Schema;

/**
 * Reads records in any encoding, whichever the first byte announces. Safe for use by several threads.
 *
 * <p>Fields that the contract does not name are ignored, in JSON as in Avro, so that a newer writer does not lock out
 * an older reader. A record that was read and written again therefore lacks them: whoever verifies hashes of a newer
 * log must do so over the JSON as it came.
 *
 * <p>JSON limits hold for the whole record in JSON, and for each field of JSON text in Avro. Their
 * {@link JsonLimits#maxBytes} bounds the record in every encoding.
 */
public final class RecordDecoder {

    /** Far more schema versions than a topic ever has; beyond, the readers are simply built anew. */
    private static final int MAX_READERS = 1_000;

    private final JsonLimits limits;
    private final JsonReader json;
    private final WriterSchemas registry;
    private final Outline entries = new Outline(LogEntry.BULK, "blueprint");
    private final Map<Long, AvroReader> byFingerprint = new ConcurrentHashMap<>();
    private final Map<Integer, RegisteredReader> byId = new ConcurrentHashMap<>();

    /** Without a Schema Registry: the Confluent wire format is refused. */
    public RecordDecoder(JsonLimits limits) {
        this(limits, WriterSchemas.none());
    }

    public RecordDecoder(JsonLimits limits, WriterSchemas registry) {
        this.limits = limits;
        this.json = new JsonReader(limits);
        this.registry = registry;
    }

    /**
     * With the Schema Registry that the properties of a Kafka client name, if they do; see {@link
     * RegistryConfig#ofProperties}.
     */
    public static RecordDecoder of(JsonLimits limits, Map<String, ?> properties) {
        return RegistryConfig.ofProperties(properties)
                .map(config -> new RecordDecoder(limits, new SchemaRegistryClient(config)))
                .orElseGet(() -> new RecordDecoder(limits));
    }

    /**
     * As {@link #of}, but where the properties name no registry, a record in the Confluent wire format is not one that
     * never can be read: it gets a {@link RegistryUnavailableException}, which is not transient.
     */
    public static RecordDecoder insistingOnRegistry(JsonLimits limits, Map<String, ?> properties) {
        return RegistryConfig.ofProperties(properties)
                .map(config -> new RecordDecoder(limits, new SchemaRegistryClient(config)))
                .orElseGet(() -> new RecordDecoder(limits, WriterSchemas.unnamed()));
    }

    /**
     * @param bytes a record's value; {@code null}, which Kafka has for a tombstone, is refused like an empty one
     * @throws DecodeException if this is no proposal and never will be
     * @throws RegistryUnavailableException if it may become readable once the registry answers
     */
    public PatchProposal decodeProposal(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.PROPOSALS, PatchProposal::fromJson);
    }

    /** As {@link #decodeProposal}, for the topic {@code commands}. */
    public Command decodeCommand(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.COMMANDS, Command::fromJson);
    }

    /** As {@link #decodeProposal}, for the topics {@code committed}, {@code rejected} and {@code invocations.*}. */
    public LogEntry decodeEntry(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.ENTRIES, LogEntry::fromJson);
    }

    /**
     * As {@link #decodeEntry}, for readers of whole logs; see {@link LogEntry#fromAnyJson}.
     */
    public LogEntry decodeAnyEntry(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.ENTRIES, LogEntry::fromAnyJson);
    }

    /** The JSON form of what {@link #decodeAnyEntry} reads, as it is spelled: {@code 00Z} is not {@code 00.000Z}. */
    public JsonObject entryJson(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.ENTRIES, json -> json);
    }

    /**
     * As {@link #decodeAnyEntry}, for who needs none of {@link LogEntry#BULK}, which may be {@code true} in what it
     * returns: what is refused is the same, and it takes less time.
     */
    public LogEntry decodeWithoutBulk(byte[] bytes) throws DecodeException, RegistryUnavailableException {
        return decode(bytes, RecordSchemas.ENTRIES, LogEntry::fromAnyJson, entries);
    }

    private <T> T decode(byte[] bytes, List<String> types, Function<JsonObject, T> fromJson)
            throws DecodeException, RegistryUnavailableException {
        return decode(bytes, types, fromJson, Outline.WHOLE);
    }

    private <T> T decode(byte[] bytes, List<String> types, Function<JsonObject, T> fromJson, Outline outline)
            throws DecodeException, RegistryUnavailableException {
        JsonObject object = object(bytes, types, outline);
        try {
            return fromJson.apply(object);
        } catch (FieldException e) {
            throw new DecodeException(RejectionCode.FIELD, e.pointer(), e.getMessage(), Optional.of(object));
        }
    }

    private JsonObject object(byte[] bytes, List<String> types, Outline outline)
            throws DecodeException, RegistryUnavailableException {
        if (bytes == null || bytes.length == 0) {
            throw DecodeException.of(RejectionCode.EMPTY, "Expected a record, but the value is empty (a tombstone?).");
        }
        if (bytes.length > limits.maxBytes()) {
            throw DecodeException.of(
                    RejectionCode.SIZE,
                    "Expected at most " + limits.maxBytes() + " bytes, but got " + bytes.length + ".",
                    SenderTexts.inJson(bytes, limits.maxBytes()));
        }
        Encoding encoding = Encoding.detect(bytes).orElseThrow(() -> undetectable(bytes[0]));
        return switch (encoding) {
            case JSON -> jsonObject(bytes, outline);
            case AVRO -> readAvro(singleObjectReader(bytes), bytes, AvroFormat.SINGLE_OBJECT_HEADER, types);
            case CONFLUENT -> confluentObject(bytes, types);
        };
    }

    private JsonObject jsonObject(byte[] utf8, Outline outline) throws DecodeException {
        Json value;
        try {
            value = json.read(utf8, outline);
        } catch (JsonSyntaxException e) {
            throw DecodeException.of(RejectionCode.JSON, e.getMessage(), SenderTexts.inJson(utf8, limits.maxBytes()));
        } catch (RuntimeException e) {
            throw DecodeException.of(RejectionCode.JSON, "Expected JSON, but it cannot be read: " + e + ".");
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw DecodeException.of(
                RejectionCode.JSON, "Expected an object, but got JSON of type " + value.typeName() + ".");
    }

    private AvroReader singleObjectReader(byte[] bytes) throws DecodeException {
        if (bytes.length < AvroFormat.SINGLE_OBJECT_HEADER || bytes[1] != AvroFormat.MAGIC_1) {
            throw DecodeException.of(
                    RejectionCode.ENCODING,
                    "Expected Avro single-object encoding after the byte C3 (01, then 8 bytes of fingerprint), but got"
                            + " something else.");
        }
        long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
        AvroReader known = byFingerprint.get(fingerprint);
        if (known != null) {
            return known;
        }
        Schema writer = RecordSchemas.byFingerprint(fingerprint)
                .orElseThrow(() -> DecodeException.of(
                        RejectionCode.SCHEMA_ID,
                        "Expected the fingerprint of an Avro schema of the contract, but got "
                                + Long.toHexString(fingerprint)
                                + "; use the schemas that PatchBoard publishes, or a Schema Registry."));
        AvroReader reader =
                new AvroReader(writer, RecordSchemas.find(writer.getName()).orElseThrow());
        byFingerprint.put(fingerprint, reader);
        return reader;
    }

    private JsonObject confluentObject(byte[] bytes, List<String> types)
            throws DecodeException, RegistryUnavailableException {
        if (bytes.length < AvroFormat.CONFLUENT_HEADER) {
            throw DecodeException.of(
                    RejectionCode.ENCODING,
                    "Expected four bytes of schema id after the byte 00 (Confluent wire format), but got "
                            + (bytes.length - 1) + ".");
        }
        int id = ByteBuffer.wrap(bytes).getInt(1);
        RegisteredReader known = byId.get(id);
        if (known != null) {
            return known.read(bytes, AvroFormat.CONFLUENT_HEADER, json, types);
        }
        RegisteredSchema registered;
        try {
            registered = registry.schemaById(id);
        } catch (UnknownSchemaException e) {
            throw DecodeException.of(RejectionCode.SCHEMA_ID, e.getMessage());
        }
        return switch (registered.type()) {
            case AVRO -> {
                RegisteredReader reader = RegisteredReader.of(id, registered);
                if (byId.size() >= MAX_READERS) {
                    byId.clear();
                }
                byId.put(id, reader);
                yield reader.read(bytes, AvroFormat.CONFLUENT_HEADER, json, types);
            }
            case JSON ->
                jsonObject(Arrays.copyOfRange(bytes, AvroFormat.CONFLUENT_HEADER, bytes.length), Outline.WHOLE);
            case OTHER ->
                throw DecodeException.of(
                        RejectionCode.SCHEMA_ID,
                        "Expected schema id " + id + " to be of type AVRO or JSON, but it is neither.");
        };
    }

    private JsonObject readAvro(AvroReader reader, byte[] bytes, int offset, List<String> types)
            throws DecodeException {
        if (!types.contains(reader.type())) {
            throw DecodeException.of(
                    RejectionCode.AVRO, "Expected one of " + types + ", but got a " + reader.type() + ".");
        }
        return reader.read(bytes, offset, json);
    }

    private static DecodeException undetectable(byte first) {
        String found = switch (first) {
            case '[' -> "an array";
            case '"' -> "a string";
            case ' ', '\t', '\r', '\n' -> "white space before it, which the encoding's first byte leaves no room for";
            case (byte) 0xEF -> "a byte order mark or other text";
            case (byte) 0xFE, (byte) 0xFF -> "UTF-16 or other bytes";
            default -> "the byte " + String.format("%02X", first & 0xff);
        };
        return DecodeException.of(
                RejectionCode.ENCODING,
                "Expected an object: a record begins with { for JSON, C3 01 for Avro single-object encoding or 00 for the"
                        + " Confluent wire format, but got " + found + ".");
    }
}
