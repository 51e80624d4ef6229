package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.UnknownSchemaException;
import io.patchboard.registry.WriterSchemas;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of users' own topics, whatever they were written with. */
final class EventDecoderTest {

    private static final Schema ORDER = new Schema.Parser().parse("""
            {"type": "record", "name": "Order", "namespace": "shop", "fields": [
              {"name": "id", "type": "string"},
              {"name": "count", "type": "int"},
              {"name": "big", "type": "long"},
              {"name": "rate", "type": "double"},
              {"name": "share", "type": "float"},
              {"name": "paid", "type": "boolean"},
              {"name": "note", "type": ["null", "string"]},
              {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["NEW", "OLD"]}},
              {"name": "tags", "type": {"type": "array", "items": "string"}},
              {"name": "sizes", "type": {"type": "map", "values": "long"}},
              {"name": "raw", "type": "bytes"},
              {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 3}},
              {"name": "sum", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
              {"name": "next", "type": ["null", "Order"]}]}""");

    private static final String AS_JSON = """
            {"id": "o-1", "count": -3, "big": 9007199254740993, "rate": 0.1, "share": 0.1, "paid": true, "note": null,
             "kind": "OLD", "tags": ["a", "b"], "sizes": {"x": 7}, "raw": "AQI=", "hash": "AQID", "sum": 12.34,
             "next": %s}""";

    private static GenericData.Record order(Object next) {
        GenericData.Record order = new GenericData.Record(ORDER);
        order.put("id", "o-1");
        order.put("count", -3);
        order.put("big", 9007199254740993L);
        order.put("rate", 0.1);
        order.put("share", 0.1f);
        order.put("paid", true);
        order.put("note", null);
        order.put("kind", new GenericData.EnumSymbol(ORDER.getField("kind").schema(), "OLD"));
        order.put("tags", List.of("a", "b"));
        order.put("sizes", Map.of("x", 7L));
        order.put("raw", ByteBuffer.wrap(new byte[] {1, 2}));
        order.put("hash", new GenericData.Fixed(ORDER.getField("hash").schema(), new byte[] {1, 2, 3}));
        order.put("sum", ByteBuffer.wrap(new BigDecimal("12.34").unscaledValue().toByteArray()));
        order.put("next", next);
        return order;
    }

    private static byte[] framed(int id, byte[] data) {
        return ByteBuffer.allocate(5 + data.length)
                .put((byte) 0)
                .putInt(id)
                .put(data)
                .array();
    }

    private static byte[] avro(Object datum) throws Exception {
        return avro(ORDER, datum);
    }

    private static byte[] avro(Schema schema, Object datum) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(datum, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static EventDecoder decoder(WriterSchemas registry) {
        return new EventDecoder(JsonLimits.DEFAULT, registry);
    }

    private static EventDecoder knowing(RegisteredSchema.Type type, String text) {
        return decoder(id -> {
            if (id == 7) {
                return new RegisteredSchema(type, text, List.of());
            }
            throw new UnknownSchemaException("Expected a schema with id " + id + ", but there is none.");
        });
    }

    private static Json decoded(byte[] bytes) throws Exception {
        return knowing(RegisteredSchema.Type.AVRO, ORDER.toString()).decode(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void schemaThatChangesInTheMiddle_countsForThoseEventsThatNameIt() throws Exception {
        Schema before = new Schema.Parser().parse("""
                {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]}""");
        Schema after = new Schema.Parser().parse("""
                {"type": "record", "name": "Order", "fields": [{"name": "customer", "type": "string"},
                  {"name": "id", "type": "string"}]}""");
        GenericData.Record old = new GenericData.Record(before);
        old.put("id", 7L);
        GenericData.Record young = new GenericData.Record(after);
        young.put("id", "o-7");
        young.put("customer", "ada");
        EventDecoder decoder = decoder(id ->
                new RegisteredSchema(RegisteredSchema.Type.AVRO, (id == 1 ? before : after).toString(), List.of()));

        for (int round = 0; round < 2; round++) {
            assertThat(decoder.decode(framed(1, avro(before, old)))).isEqualTo(JsonReader.parse("{\"id\": 7}"));
            assertThat(decoder.decode(framed(2, avro(after, young))))
                    .isEqualTo(JsonReader.parse("{\"customer\": \"ada\", \"id\": \"o-7\"}"));
        }
    }

    @Test
    void avro_isReadAsJson_ofWhateverSchema() throws Exception {
        assertThat(decoded(framed(7, avro(order(order(null))))))
                .isEqualTo(JsonReader.parse(AS_JSON.formatted(AS_JSON.formatted("null"))));
    }

    /** A topic whose schema changes in the middle, and of which old and new producers write side by side. */
    @Test
    void eachRecord_isReadByTheSchemaThatItWasWrittenWith() throws Exception {
        Schema before = new Schema.Parser().parse("""
                {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "string"}, {"name": "sum", "type": "int"}]}""");
        Schema after = new Schema.Parser().parse("""
                {"type": "record", "name": "Order", "fields": [
                  {"name": "total", "type": "double"}, {"name": "id", "type": "string"}]}""");
        EventDecoder decoder = decoder(id ->
                new RegisteredSchema(RegisteredSchema.Type.AVRO, (id == 1 ? before : after).toString(), List.of()));
        GenericData.Record old = new GenericData.Record(before);
        old.put("id", "o-1");
        old.put("sum", 3);
        GenericData.Record changed = new GenericData.Record(after);
        changed.put("id", "o-2");
        changed.put("total", 3.5);

        for (int i = 0; i < 2; i++) {
            assertThat(decoder.decode(framed(1, avro(before, old))))
                    .isEqualTo(JsonReader.parse("{\"id\": \"o-1\", \"sum\": 3}"));
            assertThat(decoder.decode(framed(2, avro(after, changed))))
                    .isEqualTo(JsonReader.parse("{\"id\": \"o-2\", \"total\": 3.5}"));
        }
    }

    @Test
    void json_isRead_withAndWithoutASchema() throws Exception {
        EventDecoder decoder = knowing(RegisteredSchema.Type.JSON, "{}");

        assertThat(decoder.decode(utf8("{\"a\": 1}"))).isEqualTo(JsonReader.parse("{\"a\":1}"));
        assertThat(decoder.decode(framed(7, utf8("[1]")))).isEqualTo(JsonReader.parse("[1]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "{\"a\": 1", "\u0000ab"})
    void whatIsNeither_isRefused(String text) {
        assertThatThrownBy(() -> decoded(utf8(text)))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("Expected ");
    }

    @ParameterizedTest
    @MethodSource("io.patchboard.encoding.DecoderRig#noSchemas")
    void whatAvroRefusesAsASchema_isRefused(String schema) {
        assertThatThrownBy(() -> knowing(RegisteredSchema.Type.AVRO, schema).decode(framed(7, new byte[] {0})))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.code()).isEqualTo(RejectionCode.SCHEMA_ID));
    }

    @Test
    void unknownSchema_isRefused_andARegistryThatIsAway_isNoReasonTo() {
        assertThatThrownBy(() -> decoded(framed(8, new byte[0])))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.code()).isEqualTo(RejectionCode.SCHEMA_ID));
        assertThatThrownBy(() -> decoder(WriterSchemas.unnamed()).decode(framed(7, new byte[0])))
                .isInstanceOf(RegistryUnavailableException.class);
        assertThatThrownBy(() -> knowing(RegisteredSchema.Type.OTHER, "syntax = \"proto3\";")
                        .decode(framed(7, new byte[0])))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("AVRO or JSON");
    }

    @Test
    void dataThatIsCutShort_orHasMore_isRefused() throws Exception {
        byte[] whole = framed(7, avro(order(null)));

        for (int length = 5; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decoded(cut)).as("%s bytes", length).isInstanceOf(DecodeException.class);
        }
        assertThatThrownBy(() -> decoded(Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("1 more follow");
    }

    /** Bytes at random are read, or refused; nothing else, and nothing large comes of them. */
    @Test
    void garbage_isReadOrRefused() throws Exception {
        byte[] whole = framed(7, avro(order(order(null))));
        int refused = 0;
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            byte[] mutated = whole.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                mutated[5 + random.nextInt(mutated.length - 5)] = (byte) random.nextInt();
            }
            try {
                decoded(mutated);
            } catch (DecodeException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(500, 4_900);
    }

    /** A schema whose values take no bytes, and data that claims endless ones. */
    @Test
    void valuesOfNoBytes_areBounded() {
        byte[] endless = framed(7, new byte[] {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 0});
        EventDecoder decoder = knowing(RegisteredSchema.Type.AVRO, "{\"type\": \"array\", \"items\": \"null\"}");

        assertThatThrownBy(() -> decoder.decode(endless)).isInstanceOf(DecodeException.class);
    }

    @Test
    void decimalOfManyDigits_isBounded() throws Exception {
        GenericData.Record order = order(null);
        order.put("sum", ByteBuffer.wrap(BigInteger.ONE.shiftLeft(8_000).toByteArray()));
        byte[] bytes = framed(7, avro(order));

        assertThatThrownBy(() -> decoded(bytes))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("decimal");
    }
}
