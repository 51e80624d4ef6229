package io.patchboard.encoding;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Writes records in one encoding. Equal records give equal bytes. Safe for use by several threads; never blocks. */
public final class RecordEncoder {

    private final Encoding encoding;
    private final Map<String, byte[]> headers;

    private RecordEncoder(Encoding encoding, Map<String, byte[]> headers) {
        this.encoding = encoding;
        this.headers = headers;
    }

    public static RecordEncoder json() {
        return new RecordEncoder(Encoding.JSON, Map.of());
    }

    /** Avro single-object encoding, which needs no registry. */
    public static RecordEncoder avro() {
        return new RecordEncoder(
                Encoding.AVRO,
                RecordSchemas.ALL.stream()
                        .collect(Collectors.toUnmodifiableMap(
                                type -> type,
                                type -> ByteBuffer.allocate(AvroFormat.SINGLE_OBJECT_HEADER)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .put(AvroFormat.MAGIC_0)
                                        .put(AvroFormat.MAGIC_1)
                                        .putLong(SchemaNormalization.parsingFingerprint64(RecordSchemas.schema(type)))
                                        .array())));
    }

    /** @param types each record type that will be written, as it is registered; see {@link TopicSchema#registeredAs} */
    public static RecordEncoder confluent(Map<String, RegisteredType> types) {
        types.keySet().forEach(RecordSchemas::schema);
        return new RecordEncoder(
                Encoding.CONFLUENT,
                types.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, type -> confluentHeader(type.getValue()))));
    }

    /** What precedes the record's own data; Avro writes a union as the branch's index and then its value. */
    private static byte[] confluentHeader(RegisteredType type) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(ByteBuffer.allocate(AvroFormat.CONFLUENT_HEADER)
                .put(AvroFormat.CONFLUENT_MAGIC)
                .putInt(type.schemaId())
                .array());
        type.branch().ifPresent(branch -> AvroWriter.writeIndex(branch, header));
        return header.toByteArray();
    }

    public Encoding encoding() {
        return encoding;
    }

    /**
     * @throws IllegalArgumentException for a log entry without its hash, which nobody could verify
     * @throws IllegalStateException for a type that {@link #confluent} was given no id of
     */
    public byte[] encode(BoardRecord record) {
        if (record instanceof LogEntry entry && entry.header().hash().isEmpty()) {
            throw new IllegalArgumentException("Expected a sealed " + record.type() + ", but entry " + entry.sequence()
                    + " of board " + entry.boardId() + " has no hash.");
        }
        JsonObject json = record.toJson();
        if (encoding == Encoding.JSON) {
            return JsonWriter.compactBytes(json);
        }
        byte[] header = Optional.ofNullable(headers.get(record.type()))
                .orElseThrow(() -> new IllegalStateException(
                        "Expected a schema id for " + record.type() + ", but have those of " + headers.keySet() + "."));
        Schema schema = RecordSchemas.schema(record.type());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        AvroWriter.write(json, schema, out);
        return out.toByteArray();
    }
}
