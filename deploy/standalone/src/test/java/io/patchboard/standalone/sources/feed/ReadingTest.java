package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.model.BoardIndexes;
import io.patchboard.client.seal.Sealer;
import io.patchboard.encoding.EventDecoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import io.patchboard.standalone.sources.Correlation;
import io.patchboard.standalone.sources.Mapping;
import io.patchboard.standalone.sources.SourcesFile;
import io.patchboard.standalone.sources.UnavailableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes, what is to be written because of it can be: a producer that refuses it would be asked for ever. */
final class ReadingTest {

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final byte[] KEY = "k-1".getBytes(StandardCharsets.UTF_8);

    private static final String ORDERS = """
            sources:
              orders:
                topic: orders
                board: {id: "'order-' + event.id", blueprint: order, input: {text: event.text}}
            """;

    private static final String VISITS = """
            sources:
              orders:
                topic: orders
                board:
                  id: event.id
                  blueprint: visit
                  input: {name: {$unsealed: {subject: event.text, value: "'Ada Lovelace'"}}}
            """;

    private static Reading.Made read(byte[] key, byte[] value, RecordHeaders headers) throws Exception {
        return read(ORDERS, BoardRecord::toJson, key, value, headers);
    }

    private static Reading.Made read(
            String yaml, Written.Sealing sealing, byte[] key, byte[] value, RecordHeaders headers) throws Exception {
        Reading reading = new Reading(
                new Mapping(
                        SourcesFile.parse(yaml, Path.of("sources.yaml")).get(0),
                        (name, board) -> JsonObject.EMPTY,
                        new Correlation(
                                (index, wanted) -> new BoardIndexes.Found(List.of(), Instant.EPOCH),
                                InstantSource.system())),
                Optional.empty(),
                false,
                EventDecoder.of(JsonLimits.DEFAULT, Map.of()),
                new Written(TOPICS, sealing),
                new DeadLetters(TOPICS.deadLetters(), "orders"));
        return reading.read(new ConsumerRecord<>(
                "orders",
                0,
                17,
                0,
                TimestampType.CREATE_TIME,
                key.length,
                value.length,
                key,
                value,
                headers,
                Optional.empty()));
    }

    private static byte[] order(int textBytes) {
        return ("{\"id\": \"7\", \"text\": \"" + "x".repeat(textBytes) + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    /** As a producer measures it before it takes a record. */
    private static int bytes(ProducerRecord<byte[], byte[]> record) {
        return AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE,
                Compression.NONE.type(),
                record.key(),
                record.value(),
                record.headers().toArray());
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** Of some of them comes a record whose value alone would fit. */
    @ParameterizedTest
    @ValueSource(ints = {2_000, 1_000, 600, 500, 400, 300, 280, 260, 240, 220, 200, 150, 100, 50, 0})
    void record_nearTheLargestSize_fitsOrIsADeadLetter(int below) throws Exception {
        int most = ContractLimits.MAX_RECORD_BYTES;

        Reading.Made made = read(KEY, order(most - below), new RecordHeaders());

        assertThat(bytes(made.record().orElseThrow())).isLessThanOrEqualTo(most);
        assertThat(made.record().orElseThrow().topic())
                .isEqualTo(made.outcome() == Outcome.BOARD ? TOPICS.commands() : TOPICS.deadLetters());
        assertThat(made.outcome() == Outcome.BOARD).isEqualTo(below >= 1_000);
    }

    @Test
    void whatIsUnsealed_isSealedBeforeItIsWritten() throws Exception {
        Json sealed = JsonReader.parse("{\"all\": \"sealed\"}");

        Reading.Made made = read(
                VISITS,
                plain -> {
                    assertThat(plain.toJson().toString()).contains("$unsealed", "Ada Lovelace");
                    return sealed;
                },
                KEY,
                order(1),
                new RecordHeaders());

        assertThat(made.outcome()).isEqualTo(Outcome.BOARD);
        assertThat(made.record().orElseThrow().value())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"all\":\"sealed\"}");
    }

    @Test
    void whatCannotBeSealed_isADeadLetter_thatSaysWhy() throws Exception {
        try (Sealer sealer = new Sealer(KafkaConnection.to("nowhere:1"))) {
            Reading.Made made = read(VISITS, sealer::seal, KEY, order(0), new RecordHeaders()); // about nobody

            assertThat(made.outcome()).isEqualTo(Outcome.DEAD_LETTER);
            assertThat(header(made.record().orElseThrow(), DeadLetters.REASON))
                    .contains("$unsealed")
                    .doesNotContain("Lovelace");
        }
    }

    @Test
    void keysThatCannotBeWritten_areWaitedFor() {
        assertThatThrownBy(() -> read(
                        VISITS,
                        plain -> {
                            throw new TimeoutException("Nobody leads patchboard.keys-0.");
                        },
                        KEY,
                        order(1),
                        new RecordHeaders()))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("patchboard.keys-0");
    }

    @Test
    void deadLetter_ofLargeKeyAndHeaders_saysWhereTheEventStands() throws Exception {
        byte[] large = new byte[3 * 1024 * 1024];
        RecordHeaders headers = new RecordHeaders();
        headers.add("note", large);

        ProducerRecord<byte[], byte[]> letter = read(large, "no JSON".getBytes(StandardCharsets.UTF_8), headers)
                .record()
                .orElseThrow();

        assertThat(bytes(letter)).isLessThanOrEqualTo(ContractLimits.MAX_RECORD_BYTES);
        assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo("no JSON");
        assertThat(header(letter, DeadLetters.OFFSET)).isEqualTo("17");
        assertThat(Long.parseLong(header(letter, DeadLetters.CUT))).isGreaterThan(2L * large.length);
    }

    @Test
    void deadLetter_ofAnOrdinaryEvent_isTheEventAsItCame() throws Exception {
        RecordHeaders headers = new RecordHeaders();
        headers.add("note", KEY);

        ProducerRecord<byte[], byte[]> letter = read(KEY, "{\"id\":".getBytes(StandardCharsets.UTF_8), headers)
                .record()
                .orElseThrow();

        assertThat(letter.key()).isEqualTo(KEY);
        assertThat(letter.value()).asString().isEqualTo("{\"id\":");
        assertThat(header(letter, "note")).isEqualTo("k-1");
        assertThat(letter.headers().lastHeader(DeadLetters.CUT)).isNull();
    }
}
