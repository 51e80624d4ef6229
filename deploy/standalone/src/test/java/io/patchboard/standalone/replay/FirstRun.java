package io.patchboard.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.decide.Limits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Watcher;
import io.patchboard.standalone.read.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a kernel has decided.
 *
 * @param records of the log topics, as they are
 * @param entries of each board, by sequence
 * @param stored by board and version: the text that the kernel last kept of it, from the changelog of its store
 */
record FirstRun(
        List<ConsumerRecord<byte[], byte[]>> records,
        SortedMap<String, List<LogEntry>> entries,
        SortedMap<String, NavigableMap<Long, String>> stored) {

    static final int PARTITIONS = 3;
    private static final int THREADS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CHANGELOG = Topics.DEFAULT_PREFIX + "kernel-boards-changelog";

    static FirstRun of(Path dir, Random random) throws Exception {
        EmbeddedBrokerConfig config =
                EmbeddedBrokerConfig.on(dir.resolve("first")).withDefaultPartitions(PARTITIONS);
        try (EmbeddedBroker broker = EmbeddedBroker.start(config)) {
            String servers = broker.bootstrapServers();
            try (KernelApp kernel = KernelApp.start(kernel(servers, dir.resolve("streams")))) {
                decide(servers, random);
                assertThat(kernel.failure().toCompletableFuture()).isNotDone();
            }
            return new FirstRun(
                    CommittedLog.records(servers, CommittedLog::holdsLog),
                    CommittedLog.read(servers),
                    stored(CommittedLog.records(servers, CHANGELOG::equals)));
        }
    }

    private static KernelConfig kernel(String servers, Path stateDir) {
        return new KernelConfig(
                servers,
                Topics.DEFAULT_PREFIX,
                Set.of("default", "slow"),
                stateDir,
                "a secret of some bytes".getBytes(StandardCharsets.UTF_8),
                PARTITIONS,
                Optional.empty(),
                THREADS,
                Optional.empty(),
                Optional.empty(),
                Limits.DEFAULT,
                1024 * 1024,
                Map.of());
    }

    private static void decide(String servers, Random random) throws Exception {
        try (Ledger ledger = new Ledger(servers, new Random(random.nextLong()));
                VariedWorkers workers = new VariedWorkers(ledger, new Random(random.nextLong()));
                Watcher watcher = new Watcher(KafkaConnection.to(servers), workers::answer)) {
            VariedLoad load = new VariedLoad(ledger, new Random(random.nextLong()));
            load.create();
            await("all boards").atMost(PATIENCE).until(() -> watcher.running().containsAll(VariedLoad.OPEN));
            load.run(() -> Thread.sleep(100));
            load.finish();
            awaitOutcomes(ledger, watcher);
            load.leave();
            awaitOutcomes(ledger, watcher);
        }
    }

    private static void awaitOutcomes(Ledger ledger, Watcher watcher) {
        await("outcomes and ends").atMost(PATIENCE).untilAsserted(() -> {
            ledger.flush();
            assertThat(watcher.outcomes()).isEqualTo(ledger.requests());
            assertThat(watcher.running()).containsExactlyInAnyOrderElementsOf(VariedLoad.OPEN);
        });
    }

    private static SortedMap<String, NavigableMap<Long, String>> stored(
            List<ConsumerRecord<byte[], byte[]>> changelog) {
        SortedMap<String, NavigableMap<Long, String>> boards = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> change : changelog) {
            String board = new String(change.key(), StandardCharsets.UTF_8);
            String text = new String(change.value(), StandardCharsets.UTF_8);
            boards.computeIfAbsent(board, id -> new TreeMap<>()).put(version(text), text);
        }
        return boards;
    }

    private static long version(String stored) {
        Json version = ((JsonObject) JsonReader.parse(stored)).get("version").orElseThrow();
        return ((JsonNumber) version).value().longValueExact();
    }

    /** Those that somebody has created; the others have a log of rejections. */
    List<String> created() {
        return stored.keySet().stream()
                .filter(board -> stored.get(board).lastKey() > 0)
                .toList();
    }

    /** The state of a board at a version. */
    Json state(String board, long version) {
        return ((JsonObject) JsonReader.parse(stored.get(board).get(version)))
                .get("state")
                .orElseThrow();
    }
}
