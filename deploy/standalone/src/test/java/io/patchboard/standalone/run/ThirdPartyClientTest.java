package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that spread keys over partitions as they like, and not as Java's do. */
final class ThirdPartyClientTest {

    private static final int BOARDS = 12;
    private static final String BLUEPRINT =
            "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":{\"properties\":{\"xs\":{\"items\":"
                    + "{\"type\":\"integer\"}}}},\"initial\":{\"xs\":[]}},\"workers\":{\"w\":{\"unsolicited\":true,"
                    + "\"write\":[{\"op\":[\"add\"],\"path\":\"/xs/-\"}]}}}";

    @TempDir
    private static Path dataDir;

    private static AllInOne patchboard;
    private static LogReader reader;

    @BeforeAll
    static void start() throws Exception {
        patchboard = AllInOne.start(AllInOneConfig.on(dataDir));
        reader = new LogReader(KafkaConnection.to(patchboard.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        patchboard.close();
    }

    private static String create(String board) {
        return "{\"type\":\"CreateBoard\",\"commandId\":\"c\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT
                + "}";
    }

    private static String proposal(String board, String id, String value) {
        return "{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board + "\",\"worker\":\"w\",\"patch\":"
                + "[{\"op\":\"add\",\"path\":\"/xs/-\",\"value\":" + value + "}]}";
    }

    private static List<LogEntry> awaitEntries(String board, int count) {
        return await().atMost(Duration.ofMinutes(5))
                .until(
                        () -> ReadLogs.by(reader, Optional.of(board)).of(board).stream()
                                .map(LogRecord::entry)
                                .toList(),
                        entries -> entries.size() >= count);
    }

    @Test
    void recordsInEveryPartition_areDecidedInOneLog() throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", patchboard.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            int partitions = producer.partitionsFor("patchboard.proposals").size();
            assertThat(partitions).isGreaterThan(1);
            producer.send(new ProducerRecord<>("patchboard.commands", 0, "spread", create("spread")))
                    .get();
            awaitEntries("spread", 1);
            for (int partition = 0; partition < partitions; partition++) {
                String id = "p-" + partition;
                producer.send(new ProducerRecord<>(
                                "patchboard.proposals", partition, "spread", proposal("spread", id, "1")))
                        .get();
                producer.send(new ProducerRecord<>("patchboard.proposals", 0, "spread", proposal("spread", id, "2")))
                        .get();
            }
            List<LogEntry> entries = awaitEntries("spread", 1 + partitions);

            assertThat(entries)
                    .extracting(LogEntry::sequence)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 1 + partitions).boxed().toList());
        }
    }

    @Test
    void kcat_whichHashesKeysItsOwnWay_hasItsBoardsInOneLogEach() throws Exception {
        assumeTrue(isInstalled("kcat"), "Skipped: there is no kcat here. On Debian: apt-get install kcat");
        for (int i = 0; i < BOARDS; i++) {
            kcat("commands", "k" + i, create("k" + i));
            kcat("proposals", "k" + i, proposal("k" + i, "good", "1"));
            kcat("proposals", "k" + i, proposal("k" + i, "bad", "\"one\""));
        }
        for (int i = 0; i < BOARDS; i++) {
            List<LogEntry> entries = awaitEntries("k" + i, 3);
            assertThat(entries).hasSize(3).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L);
            assertThat(entries)
                    .anyMatch(entry -> entry.event() instanceof PatchCommitted committed
                                    && committed.proposalId().equals("good")
                            || entry.event() instanceof PatchRejected rejected
                                    && rejected.proposalId().equals(Optional.of("good")));
        }
    }

    private static boolean isInstalled(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "-V")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void kcat(String topic, String key, String value) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "kcat", "-P", "-b", patchboard.bootstrapServers(), "-t", "patchboard." + topic, "-k", key)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().write(value.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        assertThat(process.waitFor()).isZero();
    }
}
