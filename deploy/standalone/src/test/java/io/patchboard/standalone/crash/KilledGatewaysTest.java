package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gateways are killed with {@code kill -9} under load: what they held is done by others, and nothing counts twice. */
@Tag("long")
final class KilledGatewaysTest {

    private static final int BOARDS = 25;
    private static final int INVOCATIONS_OF_A_BOARD = 6;
    private static final int GATEWAYS = 3;
    private static final int KILLS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"share", "classic"})
    void gatewaysKilledUnderLoad_everyBoardCompletes_andEachInvocationHasOneOutcome(String source) throws Exception {
        Path workers = workersFile();
        List<GatewayProcess> gateways = new ArrayList<>();
        Set<String> held = new TreeSet<>();
        try (AllInOne all =
                        AllInOne.start(AllInOneConfig.on(dir.resolve("data")).withQueues(Set.of("default")));
                Watcher log = new Watcher(all.connection(), invoked -> {})) {
            try {
                createBoards(all.bootstrapServers());
                for (int i = 0; i < GATEWAYS; i++) {
                    gateways.add(GatewayProcess.start(all.bootstrapServers(), workers, source));
                }
                for (int kill = 1; kill <= KILLS; kill++) {
                    int committed = kill * BOARDS * INVOCATIONS_OF_A_BOARD / (KILLS + 2);
                    await().atMost(PATIENCE).until(() -> log.commits() >= committed);
                    await().atMost(PATIENCE).until(() -> atWork(gateways).isPresent());
                    GatewayProcess victim = atWork(gateways).orElse(gateways.get(0));
                    gateways.remove(victim);
                    victim.kill();
                    held.addAll(victim.journal().open());
                    gateways.add(GatewayProcess.start(all.bootstrapServers(), workers, source));
                }
                assertThat(held)
                        .as("invocations that were worked on by those that were killed")
                        .isNotEmpty();
                await().atMost(PATIENCE).until(() -> log.completed() == BOARDS);
                check(all.connection());
            } finally {
                for (GatewayProcess gateway : gateways) {
                    gateway.kill();
                }
            }
        }
    }

    @Test
    void gatewayHangsUnderLoad_othersDoItsWork_andWhatItSaysLaterDoesNotCount() throws Exception {
        Path workers = workersFile();
        try (AllInOne all =
                        AllInOne.start(AllInOneConfig.on(dir.resolve("data")).withQueues(Set.of("default")));
                Watcher log = new Watcher(all.connection(), invoked -> {});
                GatewayProcess hung = GatewayProcess.start(all.bootstrapServers(), workers, "share")) {
            createBoards(all.bootstrapServers());
            await().atMost(PATIENCE).until(() -> log.commits() >= BOARDS / 2);
            hung.hang();
            try (GatewayProcess other = GatewayProcess.start(all.bootstrapServers(), workers, "share")) {
                assertThat(other).isNotNull();
                await().atMost(PATIENCE).until(() -> log.completed() == BOARDS);
                hung.wake();
                await().during(Duration.ofSeconds(3)).atMost(PATIENCE).until(() -> log.completed() == BOARDS);
            }
            check(all.connection());
        }
    }

    private static Optional<GatewayProcess> atWork(List<GatewayProcess> gateways) throws IOException {
        for (GatewayProcess gateway : gateways) {
            if (!gateway.journal().open().isEmpty()) {
                return Optional.of(gateway);
            }
        }
        return Optional.empty();
    }

    private Path workersFile() throws IOException {
        Path workers = dir.resolve("workers.yaml");
        Files.writeString(workers, """
                workers:
                  filler: {java: slow/filler, concurrency: 4}
                  checker: {java: slow/checker, concurrency: 4}
                  closer: {java: slow/closer, concurrency: 4}
                """);
        return workers;
    }

    private static void check(KafkaConnection connection) {
        SortedMap<String, List<LogEntry>> logs = new TreeMap<>();
        new LogReader(connection)
                .readAll(Optional.empty())
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

    private static void createBoards(String bootstrapServers) throws Exception {
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
