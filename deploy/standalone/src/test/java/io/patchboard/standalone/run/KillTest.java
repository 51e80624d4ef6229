package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.json.Json;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} in the middle of the work: nothing is lost, nothing happens twice. */
@Order(1) // takes long, so it begins first
@Tag("long")
final class KillTest {

    private static final int BOARDS = 30;
    private static final Path WORKERS =
            Path.of("..", "..", "examples", "evidence-review", "workers.yaml").toAbsolutePath();

    @TempDir
    private Path dataDir;

    @Test
    void killedTwice_everyBoardReachesItsEnd_andTheLogVerifies() throws Exception {
        try (UpProcess first = start()) {
            createBoards(first.bootstrapServers());
            awaitCompleted(first, 1);
            first.kill();
        }
        try (UpProcess second = start()) {
            awaitCompleted(second, BOARDS / 3);
            second.kill();
        }
        try (UpProcess third = start()) {
            awaitCompleted(third, BOARDS);
            int replay = PatchBoard.commandLine()
                    .execute("replay", "--verify", "--decide", "--bootstrap-server", third.bootstrapServers());
            assertThat(replay).isZero();
            assertThat(third.stop()).isZero();
        }
    }

    private UpProcess start() throws Exception {
        return UpProcess.start(dataDir, 0, "--workers", WORKERS.normalize().toString());
    }

    private static void createBoards(String bootstrapServers) throws Exception {
        Json blueprint = BlueprintFile.parse(EvidenceReview.blueprint(), Path.of("blueprint.yaml"))
                .document();
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < BOARDS; i++) {
                String input = EvidenceReview.BOARDS.get(i % EvidenceReview.BOARDS.size());
                CreateBoard command = new CreateBoard("c", "board-" + i, blueprint, EvidenceReview.input(input));
                producer.send(new ProducerRecord<>(
                                "patchboard.commands",
                                command.boardId(),
                                command.toJson().toString().getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
        }
    }

    private static void awaitCompleted(UpProcess up, int boards) {
        LogReader reader = new LogReader(KafkaConnection.to(up.bootstrapServers()));
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> completed(reader) >= boards);
    }

    private static long completed(LogReader reader) {
        return ReadLogs.by(reader, Optional.empty()).boards().values().stream()
                .filter(log -> log.stream().anyMatch(record -> record.entry().event() instanceof BoardCompleted))
                .count();
    }
}
