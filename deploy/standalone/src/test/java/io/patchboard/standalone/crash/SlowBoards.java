package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Boards for workers that take their time, and what has to be true of their logs in the end. */
final class SlowBoards {

    static final int BOARDS = 25;
    static final int INVOCATIONS_OF_A_BOARD = 6;
    static final int COMMITS = BOARDS * INVOCATIONS_OF_A_BOARD;

    private SlowBoards() {}

    static Path file(Path dir) throws IOException {
        Path workers = dir.resolve("workers.yaml");
        Files.writeString(workers, """
                workers:
                  filler: {java: slow/filler, concurrency: 4}
                  checker: {java: slow/checker, concurrency: 4}
                  closer: {java: slow/closer, concurrency: 4}
                """);
        return workers;
    }

    /** Each board is complete, each invocation has one outcome, and none was repeated. */
    static void check(KafkaConnection connection) {
        SortedMap<String, List<LogEntry>> logs = new TreeMap<>();
        ReadLogs.by(new LogReader(connection), Optional.empty())
                .boards()
                .forEach((board, log) ->
                        logs.put(board, log.stream().map(LogRecord::entry).toList()));
        assertThat(logs).hasSize(BOARDS);
        // Fails where an invocation has two outcomes, and where a proposal was decided twice.
        SortedMap<String, BoardFacts> boards = CrashAudit.of(logs).boards();
        assertThat(boards).allSatisfy((board, facts) -> {
            assertThat(facts.isEnded()).as(board).isTrue();
            assertThat(facts.unsettled()).as(board).isEmpty();
            assertThat(facts.retries()).as(board).isZero(); // others did the very invocations that were held
            assertThat(facts.invocations()).as(board).isEqualTo(INVOCATIONS_OF_A_BOARD);
        });
    }

    static void createBoards(String bootstrapServers) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < BOARDS; i++) {
                CreateBoard command =
                        new CreateBoard("c", "board-" + i, CrashBlueprint.patient(), CrashBlueprint.input(false));
                producer.send(new ProducerRecord<>(
                                "patchboard.commands",
                                command.boardId(),
                                command.toJson().toString().getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
        }
    }
}
