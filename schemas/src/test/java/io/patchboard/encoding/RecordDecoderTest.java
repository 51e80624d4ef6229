package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Requested;
import io.patchboard.record.UnknownEvent;
import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.UnknownSchemaException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that are read, or refused with a reason. */
final class RecordDecoderTest extends DecoderRig {

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

    /** A word of a later version is taken for no other, and costs only those entries. */
    @ParameterizedTest
    @CsvSource({
        "BoardHalted, reason, 'circuit, budget-exhausted, failed, outage, stuck, gate, trifecta'",
        "BranchStopped, reason, 'attempts-spent, item-gone, circuit, join-expired, condition, unknown-worker, budget-spent, repeated, no-key, loop-guard, trifecta'",
        "TriggerHeld, reason, 'join, delay, batch, limit, open, person'",
        "BudgetWarning, budget, 'invocations, tokens, cost, duration, stateBytes, toolCalls'",
        "PatchRejected, stage, 'DECODE, ADMISSION, SYNTAX, AUTHORIZATION, APPLICATION, PRECONDITION, SCHEMA, INVARIANT, BUDGET, TIMEOUT, WORKER, APPROVAL'",
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
                .hasMessage(
                        "Expected one of retry, expand, catch, repair, switch, verify, compensate at /cause/action, but got"
                                + " \"whim\".");
        assertThat(decoder.decodeAnyEntry(bytes).event()).isInstanceOf(UnknownEvent.class);
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
                new BoardPaused(new Requested("c", Optional.empty(), Optional.empty()), List.of()));

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
}
