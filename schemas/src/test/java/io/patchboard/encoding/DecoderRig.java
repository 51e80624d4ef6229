package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.record.PatchProposal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** A decoder, and bytes to give to it. */
abstract class DecoderRig {

    static final PatchProposal PROPOSAL = (PatchProposal) Samples.of("PatchProposal");
    final RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);

    DecodeException refused(byte[] bytes) {
        DecodeException e = catchThrowableOfType(DecodeException.class, () -> decoder.decodeProposal(bytes));
        assertThat(e).isNotNull();
        return e;
    }

    static byte[] bytes(JsonObject json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Which Avro refuses, each with another exception. */
    static Stream<String> noSchemas() {
        String field = "{\"type\":\"record\",\"name\":\"PatchProposal\","
                + "\"fields\":[{\"name\":\"a\",\"type\":\"int\",%s}]}";
        return Stream.of(
                field.formatted("\"order\":\"bogus\""),
                field.formatted("\"order\":1"),
                "{\"type\":\"fixed\",\"name\":\"f\",\"size\":2147483647}");
    }

    static Schema parse(String text) {
        return new Schema.Parser().parse(text);
    }

    /** Avro's own writer, so that this module's one is not checked against itself. */
    static byte[] binary(Schema schema, GenericData.Record record) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().blockingBinaryEncoder(out, null);
        new GenericDatumWriter<GenericData.Record>(schema).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    static byte[] singleObject(Schema schema, GenericData.Record record) throws Exception {
        byte[] data = binary(schema, record);
        return ByteBuffer.allocate(AvroFormat.SINGLE_OBJECT_HEADER + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(AvroFormat.MAGIC_0)
                .put(AvroFormat.MAGIC_1)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .put(data)
                .array();
    }

    static byte[] confluent(int id, byte[] data) {
        return ByteBuffer.allocate(AvroFormat.CONFLUENT_HEADER + data.length)
                .put(AvroFormat.CONFLUENT_MAGIC)
                .putInt(id)
                .put(data)
                .array();
    }
}
