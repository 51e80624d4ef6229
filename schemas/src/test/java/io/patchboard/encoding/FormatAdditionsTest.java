package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.record.UnknownEvent;
import io.patchboard.registry.RegisteredSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a later version may add within format 1: today's code reads records with optional fields that it does not know,
 * and later code reads today's. So nothing has to be reserved but names.
 */
final class FormatAdditionsTest {

    /** As in {@code docs/log-and-hashes.md}. */
    private static final List<String> RESERVED = List.of("principal", "tenant", "limits");

    private static final Json ADDED = JsonReader.parse("{\"of\":[\"a later version\",1.50]}");

    private static List<String> types() {
        return RecordSchemas.ALL;
    }

    private static JsonObject sample(String type) throws Exception {
        try (var in = FormatAdditionsTest.class.getResourceAsStream("/samples/" + type + ".json")) {
            return (JsonObject) JsonReader.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static JsonObject extended(JsonObject sample) {
        JsonObject extended = sample;
        for (String name : RESERVED) {
            extended = extended.with(name, ADDED);
        }
        return extended;
    }

    /** The schema with an optional field of JSON text for each reserved name, in the middle of the others. */
    private static Schema later(String type) {
        Schema today = RecordSchemas.schema(type);
        List<Schema.Field> fields = new ArrayList<>();
        today.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
        for (String name : RESERVED) {
            Schema text = Schema.create(Schema.Type.STRING);
            text.addProp("patchboard.json", true);
            Schema optional = Schema.createUnion(Schema.create(Schema.Type.NULL), text);
            fields.add(2, new Schema.Field(name, optional, "Of a later version.", Schema.Field.NULL_DEFAULT_VALUE));
        }
        return Schema.createRecord(today.getName(), today.getDoc(), today.getNamespace(), false, fields);
    }

    private static BoardRecord decode(String type, RecordDecoder decoder, byte[] bytes) throws Exception {
        if (RecordSchemas.PROPOSALS.contains(type)) {
            return decoder.decodeProposal(bytes);
        }
        return RecordSchemas.COMMANDS.contains(type) ? decoder.decodeCommand(bytes) : decoder.decodeEntry(bytes);
    }

    @ParameterizedTest
    @MethodSource("types")
    void reservedNames_haveNoOtherMeaning(String type) {
        assertThat(RecordSchemas.schema(type).getFields())
                .extracting(Schema.Field::name)
                .doesNotContainAnyElementsOf(RESERVED);
    }

    @ParameterizedTest
    @MethodSource("types")
    void schemas_withMoreOptionalFields_areCompatibleBothWays(String type) {
        Schema today = RecordSchemas.schema(type);
        Schema later = later(type);

        assertThat(SchemaCompatibility.checkReaderWriterCompatibility(later, today)
                        .getType())
                .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
        assertThat(SchemaCompatibility.checkReaderWriterCompatibility(today, later)
                        .getType())
                .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }

    @ParameterizedTest
    @MethodSource("types")
    void json_withFieldsOfALaterVersion_isReadWithoutThem(String type) throws Exception {
        JsonObject sample = sample(type);
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);

        BoardRecord read =
                decode(type, decoder, JsonWriter.compact(extended(sample)).getBytes(StandardCharsets.UTF_8));

        assertThat(read.toJson()).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("types")
    void avro_writtenWithASchemaOfALaterVersion_isReadWithoutThem(String type) throws Exception {
        JsonObject sample = sample(type);
        Schema later = later(type);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, 0, 0, 0, 7});
        AvroWriter.write(extended(sample), later, out);
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT, id -> RegisteredSchema.avro(later.toString()));

        assertThat(decode(type, decoder, out.toByteArray()).toJson()).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("types")
    void avro_writtenToday_isReadWithASchemaOfALaterVersion(String type) throws Exception {
        JsonObject sample = sample(type);
        Schema today = RecordSchemas.schema(type);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AvroWriter.write(sample, today, out);

        JsonObject read =
                new AvroReader(today, later(type)).read(out.toByteArray(), 0, new JsonReader(JsonLimits.DEFAULT));

        assertThat(read).isEqualTo(sample);
    }

    /** A word in the place of an enum is what others are, which Avro has as texts. */
    @ParameterizedTest
    @ValueSource(strings = {"PatchRejected", "CommandRejected"})
    void avro_withAWordOfALaterVersion_isReadAsJsonIs(String type) throws Exception {
        String today = RecordSchemas.text(type);
        String later = today.replaceFirst("\"DECODE\"", "\"FRESH\",\"DECODE\"");
        JsonObject sample = sample(type).with("stage", Json.of("FRESH"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, 0, 0, 0, 7});
        AvroWriter.write(sample, new Schema.Parser().parse(later), out);
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT, id -> RegisteredSchema.avro(later));

        assertThat(later).isNotEqualTo(today);
        LogEntry read = decoder.decodeAnyEntry(out.toByteArray());
        assertThat(read.event()).isInstanceOf(UnknownEvent.class);
        assertThat(read).isEqualTo(decoder.decodeAnyEntry(sample.toString().getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> decoder.decodeEntry(out.toByteArray()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("FRESH");
    }
}
