package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegisteredSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What was once written is read for ever. */
final class GoldenSamplesTest {

    private static final int ID = 77;

    /** What each version wrote is read for ever. */
    private static final List<String> VERSIONS = List.of(
            "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16");

    static List<String> types() {
        return RecordSchemas.ALL;
    }

    /** A version and a type that it had. */
    static Stream<Arguments> golden() {
        return VERSIONS.stream()
                .flatMap(version -> RecordSchemas.ALL.stream()
                        .filter(type ->
                                GoldenSamplesTest.class.getResource("/samples/" + version + "/" + type + ".json")
                                        != null)
                        .map(type -> Arguments.of(version, type)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void decode_publishedSample_isReadAndWrittenBack(String type) throws Exception {
        String pretty = new String(resource("/samples/" + type + ".json"), StandardCharsets.UTF_8);
        String compact = JsonWriter.compact(JsonReader.parse(pretty));

        BoardRecord record = decode(type, compact.getBytes(StandardCharsets.UTF_8));

        assertThat(record.type()).isEqualTo(type);
        assertThat(new String(RecordEncoder.json().encode(record), StandardCharsets.UTF_8))
                .isEqualTo(compact);
        assertThat(JsonWriter.pretty(record.toJson()) + "\n").isEqualTo(pretty);
        assertThat(record).isEqualTo(Samples.of(type));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void decode_goldenJson_isReadAndWrittenBack(String version, String type) throws Exception {
        byte[] golden = resource("/samples/" + version + "/" + type + ".json");

        BoardRecord record = decode(type, golden);

        assertThat(RecordEncoder.json().encode(record)).isEqualTo(golden);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void decode_goldenAvro_isTheSameRecord(String version, String type) throws Exception {
        byte[] golden = resource("/samples/" + version + "/" + type + ".avro");

        BoardRecord record = decode(type, golden);

        assertThat(record).isEqualTo(decode(type, resource("/samples/" + version + "/" + type + ".json")));
        assertThat(decode(type, RecordEncoder.avro().encode(record))).isEqualTo(record);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void decodeWithoutBulk_isTheSameEntry_butForThat(String version, String type) throws Exception {
        if (!RecordSchemas.ENTRIES.contains(type)) {
            return;
        }
        byte[] golden = resource("/samples/" + version + "/" + type + ".json");
        JsonObject expected = decode(type, golden).toJson();
        for (String name : LogEntry.BULK) {
            expected = expected.has(name) ? expected.with(name, Json.of(true)) : expected;
        }

        assertThat(new RecordDecoder(JsonLimits.DEFAULT)
                        .decodeWithoutBulk(golden)
                        .toJson())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("types")
    void encode_sampleAsAvro_isTheGoldenOfThisVersion(String type) throws Exception {
        String latest = VERSIONS.get(VERSIONS.size() - 1);

        assertThat(RecordEncoder.avro().encode(Samples.of(type)))
                .isEqualTo(resource("/samples/" + latest + "/" + type + ".avro"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void decode_confluent_isTheSameRecord(String type) throws Exception {
        BoardRecord sample = Samples.of(type);
        byte[] bytes =
                RecordEncoder.confluent(Map.of(type, RegisteredType.alone(ID))).encode(sample);

        assertThat(bytes).startsWith(0, 0, 0, 0, ID);
        assertThat(decode(type, bytes)).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void computeHash_ofEntryInEveryEncoding_isTheStoredHash(String version, String type) throws Exception {
        for (String suffix : List.of(".json", ".avro")) {
            if (decode(type, resource("/samples/" + version + "/" + type + suffix)) instanceof LogEntry entry) {
                assertThat(entry.computeHash()).isEqualTo(entry.header().hash()).matches("[0-9a-f]{64}");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void decode_recordWithoutOptionalFields_isTheSameInAvroAndJson(String type) throws Exception {
        JsonObject minimal = RecordSchemasTest.withoutOptionals(Samples.of(type).toJson(), RecordSchemas.schema(type));
        BoardRecord record = decode(type, minimal.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(decode(type, RecordEncoder.avro().encode(record))).isEqualTo(record);
        assertThat(record.toJson()).isEqualTo(minimal);
    }

    private static BoardRecord decode(String type, byte[] bytes) throws Exception {
        RecordDecoder decoder =
                new RecordDecoder(JsonLimits.DEFAULT, id -> RegisteredSchema.avro(RecordSchemas.text(type)));
        if (RecordSchemas.PROPOSALS.contains(type)) {
            return decoder.decodeProposal(bytes);
        }
        return RecordSchemas.COMMANDS.contains(type) ? decoder.decodeCommand(bytes) : decoder.decodeEntry(bytes);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenSamplesTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }
}
