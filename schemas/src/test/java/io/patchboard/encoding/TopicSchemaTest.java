package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonLimits;
import io.patchboard.record.BoardRecord;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.SubjectNaming;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Topics of several record types: one subject with a union. */
final class TopicSchemaTest {

    private static final int ID = 300;

    static List<List<String>> topics() {
        return List.of(
                RecordSchemas.COMMANDS,
                RecordSchemas.PROPOSALS,
                RecordSchemas.COMMITTED,
                RecordSchemas.REJECTED,
                RecordSchemas.INVOCATIONS);
    }

    private static TopicSchema schema(List<String> types) {
        return TopicSchema.of(SubjectNaming.TOPIC, "t", types).get(0);
    }

    /** Named types that several records share are written once; what is read back must be each record's own schema. */
    @ParameterizedTest
    @MethodSource("topics")
    void text_parsedAgain_hasEachRecordsOwnSchema(List<String> types) {
        Schema parsed = new Schema.Parser().parse(schema(types).schema().text());

        List<Schema> branches = parsed.isUnion() ? parsed.getTypes() : List.of(parsed);
        assertThat(branches).isEqualTo(types.stream().map(RecordSchemas::schema).toList());
        assertThat(schema(types).schema().text())
                .contains(
                        types.stream().map(type -> "\"name\":\"" + type + "\"").toList());
    }

    @ParameterizedTest
    @MethodSource("topics")
    void records_inTheUnion_areReadBack(List<String> types) throws Exception {
        TopicSchema topic = schema(types);
        RecordEncoder encoder = RecordEncoder.confluent(topic.registeredAs(ID));
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT, id -> topic.schema());
        for (int branch = 0; branch < types.size(); branch++) {
            BoardRecord sample = Samples.of(types.get(branch));
            byte[] bytes = encoder.encode(sample);

            assertThat(bytes).startsWith(0, 0, 0, ID >> 8, ID & 0xff);
            if (types.size() > 1) {
                assertThat(bytes[5])
                        .as("Avro writes the index as a zigzag integer")
                        .isEqualTo((byte) (2 * branch));
            }
            assertThat(decode(decoder, bytes, types)).isEqualTo(sample);
        }
    }

    @Test
    void records_inAnotherOrderOfBranches_areReadBack() throws Exception {
        List<String> reversed = new ArrayList<>(RecordSchemas.COMMANDS);
        Collections.reverse(reversed);
        TopicSchema topic = schema(reversed);
        byte[] bytes = RecordEncoder.confluent(topic.registeredAs(ID)).encode(Samples.of("CreateBoard"));

        assertThat(new RecordDecoder(JsonLimits.DEFAULT, id -> topic.schema()).decodeCommand(bytes))
                .isEqualTo(Samples.of("CreateBoard"));
    }

    @Test
    void union_withReferences_isReadBack() throws Exception {
        String names = RecordSchemas.COMMANDS.stream()
                .map(type -> "\"io.patchboard." + type + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        RegisteredSchema referring = new RegisteredSchema(
                RegisteredSchema.Type.AVRO,
                names,
                RecordSchemas.COMMANDS.stream().map(RecordSchemas::text).toList());
        byte[] bytes = RecordEncoder.confluent(schema(RecordSchemas.COMMANDS).registeredAs(ID))
                .encode(Samples.of("PauseBoard"));

        assertThat(new RecordDecoder(JsonLimits.DEFAULT, id -> referring).decodeCommand(bytes))
                .isEqualTo(Samples.of("PauseBoard"));
        assertThatThrownBy(() ->
                        new RecordDecoder(JsonLimits.DEFAULT, id -> RegisteredSchema.avro(names)).decodeCommand(bytes))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.code().word()).isEqualTo("schema-id"));
    }

    /** A newer writer's union: its new record is refused, and the others are read as before. */
    @Test
    void union_withBranchesThatNobodyHereKnows_costsOnlyThoseRecords() throws Exception {
        String known = schema(RecordSchemas.COMMANDS).schema().text();
        RegisteredSchema longer = RegisteredSchema.avro(known.substring(0, known.length() - 1)
                + ",{\"type\":\"record\",\"name\":\"ForkBoard\",\"fields\":[]},\"null\"]");
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT, id -> longer);
        RecordEncoder encoder =
                RecordEncoder.confluent(schema(RecordSchemas.COMMANDS).registeredAs(ID));

        assertThat(decoder.decodeCommand(encoder.encode(Samples.of("CancelBoard"))))
                .isEqualTo(Samples.of("CancelBoard"));
        for (byte[] branch : List.of(new byte[] {8}, new byte[] {10}, new byte[] {12}, new byte[] {1}, new byte[0])) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(new byte[] {0, 0, 0, 0, 9});
            bytes.writeBytes(branch);

            assertThatThrownBy(() -> decoder.decodeCommand(bytes.toByteArray()))
                    .isInstanceOfSatisfying(
                            DecodeException.class,
                            e -> assertThat(e.code().word()).isEqualTo("avro"))
                    .hasMessageStartingWith("Expected ");
        }
    }

    @Test
    void union_thatGrowsAtItsEnd_isBackwardCompatibleAndNotForward() {
        List<String> fewer = RecordSchemas.COMMITTED.subList(0, RecordSchemas.COMMITTED.size() - 1);
        Schema older = RecordSchemas.union(fewer);
        Schema newer = RecordSchemas.union(RecordSchemas.COMMITTED);

        assertThat(compatibility(newer, older)).isEqualTo(SchemaCompatibilityType.COMPATIBLE);
        assertThat(compatibility(older, newer)).isEqualTo(SchemaCompatibilityType.INCOMPATIBLE);
        assertThat(schema(RecordSchemas.COMMITTED).registeredAs(ID))
                .containsAllEntriesOf(schema(fewer).registeredAs(ID));
    }

    private static SchemaCompatibilityType compatibility(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getType();
    }

    private static BoardRecord decode(RecordDecoder decoder, byte[] bytes, List<String> types) throws Exception {
        if (types.equals(RecordSchemas.PROPOSALS)) {
            return decoder.decodeProposal(bytes);
        }
        if (types.equals(RecordSchemas.COMMANDS)) {
            return decoder.decodeCommand(bytes);
        }
        return decoder.decodeEntry(bytes);
    }
}
