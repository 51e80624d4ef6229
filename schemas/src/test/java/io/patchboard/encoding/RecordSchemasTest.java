package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Stage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Avro schemas are the source of truth; the Java records follow them. */
final class RecordSchemasTest {

    static List<String> types() {
        return RecordSchemas.ALL;
    }

    @Test
    void all_types_areTheRecordsOfTheContract() {
        assertThat(RecordSchemas.ALL).doesNotHaveDuplicates().hasSize(34);
        assertThat(Samples.all()).extracting(BoardRecord::type).containsExactlyInAnyOrderElementsOf(RecordSchemas.ALL);
    }

    @ParameterizedTest
    @MethodSource("types")
    void jsonForm_withAllOptionals_hasExactlyTheSchemasFields(String type) {
        assertSameFields(Samples.of(type).toJson(), RecordSchemas.schema(type), false);
    }

    @ParameterizedTest
    @MethodSource("types")
    void jsonForm_withoutOptionals_hasExactlyTheRequiredFields(String type) throws Exception {
        Schema schema = RecordSchemas.schema(type);
        JsonObject minimal = withoutOptionals(Samples.of(type).toJson(), schema);
        byte[] bytes = minimal.toString().getBytes(StandardCharsets.UTF_8);
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        BoardRecord record = RecordSchemas.PROPOSALS.contains(type)
                ? decoder.decodeProposal(bytes)
                : RecordSchemas.COMMANDS.contains(type) ? decoder.decodeCommand(bytes) : decoder.decodeEntry(bytes);

        assertSameFields(record.toJson(), schema, true);
    }

    @ParameterizedTest
    @MethodSource("types")
    void jsonForm_membersAreInTheSchemasOrder(String type) {
        assertThat(Samples.of(type).toJson().names())
                .containsExactlyElementsOf(RecordSchemas.schema(type).getFields().stream()
                        .map(Schema.Field::name)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("types")
    void schema_everyRecordAndField_isDescribed(String type) {
        visit(RecordSchemas.schema(type), schema -> {
            assertThat(schema.getDoc()).as(schema.getFullName()).isNotBlank();
            assertThat(schema.getNamespace()).isEqualTo("io.patchboard");
            if (schema.getType() == Schema.Type.RECORD) {
                schema.getFields()
                        .forEach(field -> assertThat(field.doc())
                                .as(schema.getName() + "." + field.name())
                                .isNotBlank());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void schema_optionalFields_defaultToNull(String type) {
        visit(RecordSchemas.schema(type), schema -> {
            if (schema.getType() == Schema.Type.RECORD) {
                for (Schema.Field field : schema.getFields()) {
                    if (field.schema().getType() == Schema.Type.UNION) {
                        assertThat(field.schema().getTypes()).as(field.name()).hasSize(2);
                        assertThat(field.schema().getTypes().get(0).getType()).isEqualTo(Schema.Type.NULL);
                        assertThat(field.defaultVal()).isEqualTo(JsonProperties.NULL_VALUE);
                    }
                }
            }
        });
    }

    @Test
    void schema_typesUsedBySeveralRecords_areTheSameEverywhere() {
        Map<String, Schema> seen = new HashMap<>();
        for (String type : RecordSchemas.ALL) {
            visit(RecordSchemas.schema(type), schema -> {
                Schema before = seen.putIfAbsent(schema.getFullName(), schema);
                assertThat(schema.toString()).isEqualTo(before == null ? schema.toString() : before.toString());
            });
        }
        assertThat(seen).containsKeys("io.patchboard.Usage", "io.patchboard.Trigger", "io.patchboard.Problem");
    }

    @Test
    void schema_stage_hasTheStagesInTheirOrder() {
        Schema stage = RecordSchemas.schema("PatchRejected").getField("stage").schema();

        assertThat(stage.getEnumSymbols())
                .containsExactlyElementsOf(
                        Arrays.stream(Stage.values()).map(Stage::name).toList());
    }

    @Test
    void text_unknownType_isRefused() {
        assertThatThrownBy(() -> RecordSchemas.text("Nonsense")).isInstanceOf(IllegalArgumentException.class);
    }

    /** The object without what its schema calls optional; arrays of a default are emptied rather than dropped. */
    static JsonObject withoutOptionals(JsonObject object, Schema schema) {
        JsonObject.Builder kept = JsonObject.builder();
        for (Schema.Field field : schema.getFields()) {
            if (field.schema().getType() == Schema.Type.UNION) {
                continue;
            }
            Json value = object.get(field.name()).orElseThrow();
            kept.put(
                    field.name(),
                    switch (field.schema().getType()) {
                        case RECORD -> withoutOptionals((JsonObject) value, field.schema());
                        case ARRAY -> JsonArray.EMPTY;
                        default -> value;
                    });
        }
        return kept.build();
    }

    private static void assertSameFields(JsonObject object, Schema schema, boolean requiredOnly) {
        Set<String> expected = schema.getFields().stream()
                .filter(field -> !requiredOnly || field.schema().getType() != Schema.Type.UNION)
                .map(Schema.Field::name)
                .collect(Collectors.toSet());
        assertThat(object.names()).as(schema.getName()).containsExactlyInAnyOrderElementsOf(expected);
        for (Schema.Field field : schema.getFields()) {
            object.get(field.name()).ifPresent(value -> assertSameFields(value, field.schema(), requiredOnly));
        }
    }

    private static void assertSameFields(Json value, Schema schema, boolean requiredOnly) {
        switch (schema.getType()) {
            case RECORD -> assertSameFields((JsonObject) value, schema, requiredOnly);
            case UNION -> assertSameFields(value, schema.getTypes().get(1), requiredOnly);
            case ARRAY ->
                ((JsonArray) value).forEach(item -> assertSameFields(item, schema.getElementType(), requiredOnly));
            default -> {}
        }
    }

    private static void visit(Schema schema, Consumer<Schema> visitor) {
        switch (schema.getType()) {
            case RECORD -> {
                visitor.accept(schema);
                schema.getFields().forEach(field -> visit(field.schema(), visitor));
            }
            case ENUM -> visitor.accept(schema);
            case UNION -> schema.getTypes().forEach(branch -> visit(branch, visitor));
            case ARRAY -> visit(schema.getElementType(), visitor);
            default -> {}
        }
    }
}
