package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.UnknownEvent;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.UnknownSchemaException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RecordDecoderTest {

    private static final PatchProposal PROPOSAL = (PatchProposal) Samples.of("PatchProposal");

    private final RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''           | empty     | empty
                    '[]'         | encoding  | but got an array
                    '"x"'        | encoding  | but got a string
                    ' {}'        | encoding  | white space
                    'hello'      | encoding  | but got the byte 68
                    '{'          | json      | Expected JSON
                    '{} x'       | json      | Expected JSON
                    '{"a":1,"a":2}' | json   | each name once
                    '{}'         | field     | /proposalId
                    """)
    void decodeProposal_badText_saysWhatIsWrong(String text, String code, String message) {
        DecodeException e = refused(text.getBytes(StandardCharsets.UTF_8));

        assertThat(e.code().word()).isEqualTo(code);
        assertThat(e).hasMessageStartingWith("Expected ").hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "C3, encoding",
        "C301, encoding",
        "C302000000000000000000, encoding",
        "C3010102030405060708, schema-id",
        "00, encoding",
        "000000, encoding",
        "0000000001, schema-id",
        "EFBBBF7B7D, encoding",
        "FEFF007B007D, encoding",
        "7BFF7D, json",
    })
    void decodeProposal_badBytes_saysWhatIsWrong(String hex, String code) {
        assertThat(refused(HexFormat.of().parseHex(hex)).code().word()).isEqualTo(code);
    }

    @Test
    void decodeProposal_tombstone_isEmpty() {
        assertThat(refused(null).code().word()).isEqualTo("empty");
    }

    @Test
    void decodeProposal_overTheByteLimit_isRefusedInEveryEncoding() {
        RecordDecoder small = new RecordDecoder(JsonLimits.DEFAULT.withMaxBytes(100));
        for (RecordEncoder encoder : List.of(RecordEncoder.json(), RecordEncoder.avro())) {
            assertThatThrownBy(() -> small.decodeProposal(encoder.encode(PROPOSAL)))
                    .isInstanceOfSatisfying(
                            DecodeException.class,
                            e -> assertThat(e.code().word()).isEqualTo("size"));
        }
    }

    @Test
    void decodeProposal_wrongField_keepsWhatWasReadable() {
        JsonObject json = PROPOSAL.toJson().with("usage", JsonObject.of("inputTokens", Json.of(-1)));

        DecodeException e = refused(bytes(json));

        assertThat(e.code().word()).isEqualTo("field");
        assertThat(e.pointer()).isEqualTo("/usage/inputTokens");
        assertThat(e.json()).contains(json);
    }

    @Test
    void decodeProposal_unknownFields_areIgnored() throws Exception {
        JsonObject json = PROPOSAL.toJson().with("traceId", Json.of("t-1")).with("type", Json.of("PatchProposal"));

        assertThat(decoder.decodeProposal(bytes(json))).isEqualTo(PROPOSAL);
    }

    @Test
    void decodeProposal_nullFields_countAsAbsent() throws Exception {
        JsonObject json = PROPOSAL.toJson().with("error", Json.nul()).with("patch", Json.nul());

        PatchProposal proposal = decoder.decodeProposal(bytes(json));

        assertThat(proposal.error()).isEmpty();
        assertThat(proposal.patch()).isEqualTo(Json.nul());
        assertThat(proposal.toJson().has("patch")).isFalse();
        assertThat(decoder.decodeProposal(RecordEncoder.avro().encode(proposal)))
                .isEqualTo(proposal);
    }

    @Test
    void decodeEntry_wrongItemOfAnArray_isPointedAt() {
        JsonObject json = (JsonObject) JsonReader.parse(Samples.of("CommandRejected")
                .toJson()
                .toString()
                .replace("\"pointer\":\"/rules/0/invoke\"", "\"pointer\":3"));

        DecodeException e = catchThrowableOfType(DecodeException.class, () -> decoder.decodeEntry(bytes(json)));

        assertThat(e.pointer()).isEqualTo("/errors/1/pointer");
    }

    @Test
    void decodeProposal_avroWithTextThatIsNotJson_keepsTheProposalId() throws Exception {
        Schema schema = RecordSchemas.schema("PatchProposal");
        byte[] bytes = singleObject(
                schema,
                new GenericRecordBuilder(schema)
                        .set("proposalId", "p-9")
                        .set("boardId", "b-1")
                        .set("worker", "extractor")
                        .set("patch", "[{]")
                        .build());

        DecodeException e = refused(bytes);

        assertThat(e.code().word()).isEqualTo("json");
        assertThat(e.pointer()).isEqualTo("/patch");
        assertThat(e.json().orElseThrow().get("proposalId")).contains(Json.of("p-9"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '"patch":[1e1001]'                                   | p w i
                    '"patch":["\\ud800"]'                                | p w i
                    '"patch":{"a":1,"a":{"proposalId":"other"}}'         | p w i
                    '"patch":[],"proposalId":"q"'                        | - w i
                    '"patch":[],"patch":2,"worker":7'                    | p - i
                    '"a":1e1001,"error":"proposalId"'                    | p w i
                    """)
    void decodeProposal_jsonThatIsRefused_saysWhoSentIt(String more, String texts) {
        DecodeException e = refused(("{\"proposalId\":\"p\",\"worker\":\"w\"," + more + ",\"invocationId\":\"i\"}")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(e.code().word()).isEqualTo("json");
        assertThat(e.json()).isEmpty();
        assertThat(sender(e)).isEqualTo(texts);
    }

    private static String sender(DecodeException e) {
        return String.join(
                " ",
                List.of("proposalId", "worker", "invocationId").stream()
                        .map(name -> e.texts()
                                .get(name)
                                .map(id -> ((JsonString) id).value())
                                .orElse("-"))
                        .toList());
    }

    @Test
    void decodeProposal_idThatIsNoWellFormedText_isNotRead() {
        byte[] broken = "{\"proposalId\":\"p?\",\"worker\":\"\\udc00\",\"invocationId\":\"i\"}"
                .getBytes(StandardCharsets.UTF_8);
        broken[16] = (byte) 0xFF;

        assertThat(sender(refused(broken))).isEqualTo("- - i");
    }

    @Test
    void decodeProposal_jsonThatEndsHalfwayOrIsTooLarge_saysWhatWasThere() {
        String text = "{\"worker\":\"w\",\"patch\":[],\"proposalId\":\"p\",\"invocationId\":\"i";

        assertThat(sender(refused(text.getBytes(StandardCharsets.UTF_8)))).isEqualTo("p w -");
        RecordDecoder small = new RecordDecoder(JsonLimits.DEFAULT.withMaxBytes(50));
        DecodeException e = catchThrowableOfType(
                DecodeException.class, () -> small.decodeProposal(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(sender(e)).isEqualTo("p w -");
    }

    @Test
    void decodeProposal_avroThatIsDamaged_saysWhoSentIt() throws Exception {
        Schema schema = RecordSchemas.schema("PatchProposal");
        byte[] bytes = singleObject(
                schema,
                new GenericRecordBuilder(schema)
                        .set("proposalId", "p")
                        .set("boardId", "b-1")
                        .set("worker", "w")
                        .set("invocationId", "i")
                        .set("patch", "[]")
                        .build());

        assertThat(sender(refused(Arrays.copyOf(bytes, bytes.length + 1)))).isEqualTo("p w i");
        assertThat(sender(refused(Arrays.copyOf(bytes, bytes.length - 1)))).isEqualTo("p w i");
    }

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

    /** A word of a later version is taken for no other, and costs only those entries. */
    @ParameterizedTest
    @CsvSource({
        "BoardHalted, reason, 'circuit, budget-exhausted, failed, stuck'",
        "BranchStopped, reason, 'attempts-spent, item-gone, circuit, join-expired, condition, unknown-worker'",
        "TriggerHeld, reason, 'join, delay, batch, limit, open'",
        "BudgetWarning, budget, 'invocations, tokens, cost, duration, stateBytes'",
        "PatchRejected, stage, 'DECODE, ADMISSION, SYNTAX, AUTHORIZATION, APPLICATION, PRECONDITION, SCHEMA, INVARIANT, BUDGET, TIMEOUT, WORKER'",
    })
    void decodeEntry_unknownWord_isRefusedOrUnknown(String type, String field, String words) throws Exception {
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        JsonObject later = Samples.of(type).toJson().with(field, Json.of("whim"));
        byte[] bytes = later.toString().getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> decoder.decodeEntry(bytes))
                .isInstanceOfSatisfying(DecodeException.class, e -> {
                    assertThat(e.code().word()).isEqualTo("field");
                    assertThat(e.pointer()).isEqualTo("/" + field);
                })
                .hasMessage("Expected one of " + words + " at /" + field + ", but got \"whim\".");
        assertThat(decoder.decodeAnyEntry(bytes).event()).isInstanceOf(UnknownEvent.class);
        assertThat(decoder.decodeAnyEntry(bytes).toJson()).isEqualTo(later);
    }

    @Test
    void decodeEntry_unknownCause_isRefusedOrUnknown() throws Exception {
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        JsonObject sample = Samples.of("WorkerInvoked").toJson();
        JsonObject cause = (JsonObject) sample.get("cause").orElseThrow();
        byte[] bytes = sample.with("cause", cause.with("action", Json.of("whim")))
                .toString()
                .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> decoder.decodeEntry(bytes))
                .hasMessage("Expected one of retry, expand, catch, repair, switch, verify at /cause/action, but got"
                        + " \"whim\".");
        assertThat(decoder.decodeAnyEntry(bytes).event()).isInstanceOf(UnknownEvent.class);
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
                .hasMessageContaining("number of items");
    }

    static List<Long> seeds() {
        return List.of(20_260_105L, 42L);
    }

    /** Whatever the bytes are, the answer is a record or a {@link DecodeException}. */
    @ParameterizedTest
    @MethodSource("seeds")
    void decode_randomlyMutatedRecords_neverThrowsAnythingElse(long seed) throws Exception {
        Random random = new Random(seed);
        List<byte[]> valid = new ArrayList<>();
        for (BoardRecord sample : Samples.all()) {
            valid.add(RecordEncoder.json().encode(sample));
            valid.add(RecordEncoder.avro().encode(sample));
            int id = RecordSchemas.ALL.indexOf(sample.type());
            valid.add(RecordEncoder.confluent(Map.of(sample.type(), RegisteredType.alone(id)))
                    .encode(sample));
        }
        RecordDecoder decoding = new RecordDecoder(JsonLimits.DEFAULT, id -> {
            if (id < 0 || id >= RecordSchemas.ALL.size()) {
                throw new UnknownSchemaException("Expected a known id, but got " + id + ".");
            }
            return RegisteredSchema.avro(RecordSchemas.text(RecordSchemas.ALL.get(id)));
        });
        int read = 0;
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = mutate(valid.get(random.nextInt(valid.size())), random);
            try {
                BoardRecord record = switch (random.nextInt(3)) {
                    case 0 -> decoding.decodeProposal(bytes);
                    case 1 -> decoding.decodeCommand(bytes);
                    default -> decoding.decodeEntry(bytes);
                };
                assertThat(record.toJson().toString()).contains("boardId");
                read++;
            } catch (DecodeException e) {
                assertThat(e.getMessage()).startsWith("Expected ");
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed " + seed + ", round " + round + ": "
                                + HexFormat.of().formatHex(bytes),
                        e);
            }
        }
        assertThat(read).as("read, seed " + seed).isPositive();
        assertThat(refused).as("refused, seed " + seed).isGreaterThan(10_000);
    }

    @Test
    void encode_entryWithoutHash_isABug() {
        LogEntry unsealed = new LogEntry(
                new LogHeader("b", 1, 0, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new BoardPaused("c", Optional.empty()));

        assertThatThrownBy(() -> RecordEncoder.json().encode(unsealed)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordEncoder.confluent(Map.of()).encode(PROPOSAL))
                .isInstanceOf(IllegalStateException.class);
    }

    private static byte[] mutate(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                case 3 -> {
                    // A run of set bits makes the largest varints.
                    for (int i = at; i < Math.min(bytes.length, at + 9); i++) {
                        bytes[i] = (byte) 0xFF;
                    }
                }
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    longer[at] = (byte) random.nextInt(256);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    private DecodeException refused(byte[] bytes) {
        DecodeException e = catchThrowableOfType(DecodeException.class, () -> decoder.decodeProposal(bytes));
        assertThat(e).isNotNull();
        return e;
    }

    private static RecordDecoder withRegistry(RegisteredSchema schema) {
        return new RecordDecoder(JsonLimits.DEFAULT, id -> schema);
    }

    private static byte[] bytes(JsonObject json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Schema parse(String text) {
        return new Schema.Parser().parse(text);
    }

    /** Avro's own writer, so that this module's one is not checked against itself. */
    private static byte[] binary(Schema schema, GenericData.Record record) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().blockingBinaryEncoder(out, null);
        new GenericDatumWriter<GenericData.Record>(schema).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static byte[] singleObject(Schema schema, GenericData.Record record) throws Exception {
        byte[] data = binary(schema, record);
        return ByteBuffer.allocate(AvroFormat.SINGLE_OBJECT_HEADER + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(AvroFormat.MAGIC_0)
                .put(AvroFormat.MAGIC_1)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .put(data)
                .array();
    }

    private static byte[] confluent(int id, byte[] data) {
        return ByteBuffer.allocate(AvroFormat.CONFLUENT_HEADER + data.length)
                .put(AvroFormat.CONFLUENT_MAGIC)
                .putInt(id)
                .put(data)
                .array();
    }
}
