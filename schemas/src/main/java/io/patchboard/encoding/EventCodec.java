package io.patchboard.encoding;

import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Event;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.RejectionCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Events without the headers of their entries, for stores that keep what the header has in few bytes of their own: the
 * fingerprint of the schema of the whole record, as in Avro's single-object encoding, and then those of the record's
 * fields that are the event's. Safe for use by several threads.
 */
public final class EventCodec {

    private static final int FINGERPRINT_BYTES = 8;

    /** Of the bytes of an event, at first: most have fewer. */
    private static final int BUFFER_BYTES = 1024;

    private static final Map<String, Writer> WRITERS = RecordSchemas.ENTRIES.stream()
            .collect(Collectors.toUnmodifiableMap(Function.identity(), type -> Writer.of(RecordSchemas.schema(type))));

    private final JsonReader json;
    private final Map<Long, AvroReader> readers = new ConcurrentHashMap<>();

    /** @param limits of each field of JSON text that is read */
    public EventCodec(JsonLimits limits) {
        this.json = new JsonReader(limits);
    }

    private record Writer(byte[] fingerprint, Schema schema) {

        static Writer of(Schema record) {
            return new Writer(
                    ByteBuffer.allocate(FINGERPRINT_BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(SchemaNormalization.parsingFingerprint64(record))
                            .array(),
                    body(record));
        }
    }

    /** The schema of a record without what its header has. */
    private static Schema body(Schema record) {
        List<Schema.Field> fields = record.getFields().stream()
                .filter(field -> !LogHeader.NAMES.contains(field.name()))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList();
        return Schema.createRecord(record.getName(), record.getDoc(), record.getNamespace(), false, fields);
    }

    public static byte[] encode(Event event) {
        Writer writer = WRITERS.get(event.type());
        if (writer == null) {
            throw new IllegalArgumentException("Expected an event of the contract, but got a " + event.type() + ".");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(BUFFER_BYTES);
        out.writeBytes(writer.fingerprint());
        AvroWriter.write(event.fields(), writer.schema(), out);
        return out.toByteArray();
    }

    /** @throws DecodeException if the bytes are no event's */
    public Event decode(byte[] bytes) throws DecodeException {
        if (bytes.length < FINGERPRINT_BYTES) {
            throw DecodeException.of(
                    RejectionCode.AVRO, "Expected the 8 bytes of a fingerprint, but got " + bytes.length + ".");
        }
        long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        Schema writer = RecordSchemas.byFingerprint(fingerprint)
                .orElseThrow(() -> DecodeException.of(
                        RejectionCode.SCHEMA_ID,
                        "Expected the fingerprint of an event's schema, but got " + Long.toHexString(fingerprint)
                                + "."));
        AvroReader reader = readers.computeIfAbsent(
                fingerprint,
                unused -> new AvroReader(
                        body(writer), WRITERS.get(writer.getName()).schema()));
        return Event.read(reader.type(), new Fields(reader.read(bytes, FINGERPRINT_BYTES, json)));
    }
}
