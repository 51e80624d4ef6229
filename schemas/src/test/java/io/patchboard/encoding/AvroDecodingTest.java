package io.patchboard.encoding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.UnknownSchemaException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Avro, as a single object or with the schema of a registry, of older and newer writers, and damaged. */
final class AvroDecodingTest extends DecoderRig {

    @Test
    void decodeProposal_avroOfAnotherRecord_isRefused() {
        DecodeException e = refused(RecordEncoder.avro().encode(Samples.of("CreateBoard")));

        assertThat(e.code().word()).isEqualTo("avro");
        assertThat(e).hasMessage("Expected one of [PatchProposal], but got a CreateBoard.");
    }

    @Test
    void decodeProposal_avroWithTrailingBytes_isRefused() {
        byte[] bytes = RecordEncoder.avro().encode(PROPOSAL);

        assertThat(refused(Arrays.copyOf(bytes, bytes.length + 1))).hasMessageContaining("1 more follow");
    }

    @Test
    void decodeProposal_avroCutAnywhere_isRefused() {
        byte[] bytes = RecordEncoder.avro().encode(PROPOSAL);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(refused(Arrays.copyOf(bytes, length))).hasMessageStartingWith("Expected ");
        }
    }

    @Test
    void decodeProposal_olderWriter_getsDefaultsForNewFields() throws Exception {
        Schema older = parse("""
                {"type":"record","name":"PatchProposal","namespace":"io.patchboard","fields":[
                 {"name":"worker","type":"string"},{"name":"proposalId","type":"string"},
                 {"name":"boardId","type":"string"},{"name":"patch","type":"string"},
                 {"name":"tags","type":{"type":"array","items":"string"}}]}
                """);
        GenericData.Record record = new GenericRecordBuilder(older)
                .set("worker", "w")
                .set("proposalId", "p")
                .set("boardId", "b")
                .set("patch", "[]")
                .set("tags", List.of("a", "b"))
                .build();
        byte[] registered = confluent(5, binary(older, record));
        PatchProposal proposal =
                withRegistry(RegisteredSchema.avro(older.toString())).decodeProposal(registered);

        assertThat(proposal)
                .isEqualTo(new PatchProposal(
                        "p", "b", "w", Optional.empty(), JsonReader.parse("[]"), Optional.empty(), Optional.empty()));
        assertThat(refused(singleObject(older, record)).code().word()).isEqualTo("schema-id");
    }

    @Test
    void decodeProposal_newerWriterInTheRegistry_hasItsNewFieldsSkipped() throws Exception {
        String ours = RecordSchemas.text("PatchProposal");
        String newer = ours.substring(0, ours.length() - 2)
                + ",{\"name\":\"extra\",\"type\":{\"type\":\"map\",\"values\":[\"null\",\"double\"]},\"default\":{}}]}";
        Schema schema = parse(newer);
        GenericData.Record record = new GenericRecordBuilder(schema)
                .set("proposalId", "p")
                .set("boardId", "b")
                .set("worker", "w")
                .set("extra", Map.of("a", 1.5, "b", 2.5))
                .build();
        byte[] bytes = confluent(5, binary(schema, record));

        assertThat(withRegistry(RegisteredSchema.avro(newer))
                        .decodeProposal(bytes)
                        .proposalId())
                .isEqualTo("p");
    }

    @Test
    void decodeProposal_confluentJsonSchema_isReadAsJson() throws Exception {
        byte[] bytes = confluent(5, RecordEncoder.json().encode(PROPOSAL));

        RecordDecoder json = withRegistry(new RegisteredSchema(RegisteredSchema.Type.JSON, "{}"));

        assertThat(json.decodeProposal(bytes)).isEqualTo(PROPOSAL);
    }

    @Test
    void decodeProposal_confluentProtobufOrForeignSchema_isRefused() {
        byte[] bytes = confluent(5, new byte[] {1, 2, 3});
        List<RegisteredSchema> schemas = List.of(
                new RegisteredSchema(RegisteredSchema.Type.OTHER, "syntax = \"proto3\";"),
                RegisteredSchema.avro("not a schema"),
                RegisteredSchema.avro("\"string\""),
                RegisteredSchema.avro("{\"type\":\"record\",\"name\":\"Order\",\"fields\":[]}"),
                RegisteredSchema.avro("{\"type\":\"record\",\"name\":\"PatchProposal\",\"fields\":[]}"));
        for (RegisteredSchema schema : schemas) {
            assertThatThrownBy(() -> withRegistry(schema).decodeProposal(bytes))
                    .as(schema.text())
                    .isInstanceOf(DecodeException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("noSchemas")
    void decodeProposal_schemaThatAvroRefusesInItsOwnWay_isRefused(String schema) {
        byte[] bytes = confluent(5, new byte[] {2, 'p'});

        assertThatThrownBy(() -> withRegistry(RegisteredSchema.avro(schema)).decodeProposal(bytes))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.code().word()).isEqualTo("schema-id"));
    }

    @Test
    void decodeProposal_bytesWhereATextShouldBe_areReadIfTheyAreOne() throws Exception {
        Schema writer = parse("""
                {"type":"record","name":"PatchProposal","namespace":"io.patchboard","fields":[
                 {"name":"proposalId","type":"string"},{"name":"boardId","type":"string"},
                 {"name":"worker","type":"string"},{"name":"patch","type":"bytes"}]}
                """);
        RecordDecoder registered = withRegistry(RegisteredSchema.avro(writer.toString()));
        GenericRecordBuilder record = new GenericRecordBuilder(writer)
                .set("proposalId", "p")
                .set("boardId", "b")
                .set("worker", "w");
        String patch = "[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"M\u00fcller\"}]";

        byte[] utf8 = binary(writer, record.set("patch", wrapped(patch, UTF_8)).build());
        assertThat(registered.decodeProposal(confluent(5, utf8)).patch()).isEqualTo(JsonReader.parse(patch));
        byte[] latin1 =
                binary(writer, record.set("patch", wrapped(patch, ISO_8859_1)).build());
        assertThatThrownBy(() -> registered.decodeProposal(confluent(5, latin1)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("well-formed UTF-8 at byte ");
    }

    private static ByteBuffer wrapped(String text, Charset charset) {
        return ByteBuffer.wrap(text.getBytes(charset));
    }

    @Test
    void decodeProposal_unknownIdAndRegistryDown_areToldApart() {
        byte[] bytes = RecordEncoder.confluent(Map.of("PatchProposal", RegisteredType.alone(9)))
                .encode(PROPOSAL);
        RecordDecoder unknown = new RecordDecoder(JsonLimits.DEFAULT, id -> {
            throw new UnknownSchemaException("Expected a known id, but got " + id + ".");
        });
        RecordDecoder down = new RecordDecoder(JsonLimits.DEFAULT, id -> {
            throw new RegistryUnavailableException("Expected an answer, but got none.");
        });

        assertThatThrownBy(() -> unknown.decodeProposal(bytes))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.code().word()).isEqualTo("schema-id"));
        assertThatThrownBy(() -> down.decodeProposal(bytes)).isInstanceOf(RegistryUnavailableException.class);
    }

    @Test
    void decodeProposal_avroStringLengthBeyondTheData_allocatesNothing() {
        byte[] header = Arrays.copyOf(RecordEncoder.avro().encode(PROPOSAL), AvroFormat.SINGLE_OBJECT_HEADER);
        // Lengths 2^31 - 9, 2^62 and -1, zigzag.
        for (String length :
                List.of("EEFFFFFF0F", "808080808080808080 01".replace(" ", ""), "01", "FFFFFFFFFFFFFFFFFFFF")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(header);
            bytes.writeBytes(HexFormat.of().parseHex(length));

            assertThat(refused(bytes.toByteArray()).code().word()).isEqualTo("avro");
        }
    }

    @Test
    void decodeProposal_writerArrayOfEndlessNulls_isRefusedAtOnce() {
        String writer = """
                {"type":"record","name":"PatchProposal","namespace":"io.patchboard","fields":[
                 {"name":"endless","type":{"type":"array","items":"null"}},
                 {"name":"proposalId","type":"string"},{"name":"boardId","type":"string"},
                 {"name":"worker","type":"string"}]}
                """;
        byte[] bytes = confluent(5, HexFormat.of().parseHex("FEFFFFFFFFFFFFFFFF01"));

        assertThatThrownBy(() -> withRegistry(RegisteredSchema.avro(writer)).decodeProposal(bytes))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("may take 0");
    }

    /** Inside of itself by a union, an array and a map. */
    private static final List<String> NESTS =
            List.of("[\"null\",\"N\"]", "{\"type\":\"array\",\"items\":\"N\"}", "{\"type\":\"map\",\"values\":\"N\"}");

    private static String withNest(String nest) {
        return """
                {"type":"record","name":"PatchProposal","namespace":"io.patchboard","fields":[
                 {"name":"proposalId","type":"string"},
                 {"name":"extra","type":{"type":"record","name":"N","fields":[{"name":"n","type":%s}]}},
                 {"name":"boardId","type":"string"},{"name":"worker","type":"string"},{"name":"patch","type":"string"}]}
                """.formatted(nest);
    }

    private static byte[] nested(String nest, int depth) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {2, 'p'});
        for (int i = 0; i < depth; i++) {
            bytes.writeBytes(nest.contains("map") ? new byte[] {2, 0} : new byte[] {2});
        }
        bytes.writeBytes(new byte[nest.contains("null") ? 1 : depth + 1]);
        bytes.writeBytes(new byte[] {2, 'b', 2, 'w', 4, '[', ']'});
        return confluent(5, bytes.toByteArray());
    }

    @Test
    void decodeProposal_writerSchemaInsideOfItself_isReadAsDeepAsJson() throws Exception {
        for (String nest : NESTS) {
            RecordDecoder registered = withRegistry(RegisteredSchema.avro(withNest(nest)));

            assertThat(registered.decodeProposal(nested(nest, 60)).boardId()).isEqualTo("b");
            DecodeException e =
                    catchThrowableOfType(DecodeException.class, () -> registered.decodeProposal(nested(nest, 300_000)));
            assertThat(e.code().word()).isEqualTo("avro");
            assertThat(e).hasMessageStartingWith("Expected records, arrays and maps at most 128 deep");
            assertThat(e.texts()).isEqualTo(JsonReader.parse("{\"proposalId\":\"p\"}"));
        }
    }

    @Test
    void decodeProposal_skippedBlockOfAnotherSizeThanItTells_isRefused() {
        String writer = withNest("{\"type\":\"array\",\"items\":\"N\"}");
        byte[] sized = confluent(5, new byte[] {2, 'p', 1, 2, 0, 0, 2, 'b', 2, 'w', 4, '[', ']'});
        byte[] wrong = confluent(5, new byte[] {2, 'p', 1, 4, 0, 0, 0, 2, 'b', 2, 'w', 4, '[', ']'});
        RecordDecoder registered = withRegistry(RegisteredSchema.avro(writer));

        assertThatCode(() -> registered.decodeProposal(sized)).doesNotThrowAnyException();
        assertThatThrownBy(() -> registered.decodeProposal(wrong))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("Expected the end of a block at byte ");
    }

    private static RecordDecoder withRegistry(RegisteredSchema schema) {
        return new RecordDecoder(JsonLimits.DEFAULT, id -> schema);
    }
}
