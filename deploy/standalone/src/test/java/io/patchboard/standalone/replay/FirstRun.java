package io.patchboard.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.stream.CorruptStoreException;
import io.patchboard.kernel.stream.SlotFormat;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Watcher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String SNAPSHOTS = Topics.DEFAULT_PREFIX + "kernel-boards-changelog";
    private static final String SLOTS = Topics.DEFAULT_PREFIX + "kernel-slots-changelog";
    private static final String BLUEPRINTS = Topics.DEFAULT_PREFIX + "kernel-blueprints-changelog";

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
                    CommittedLog.records(servers, CommittedLog::holdsLog), CommittedLog.read(servers), stored(servers));
        }
    }

    private static KernelConfig kernel(String servers, Path stateDir) {
        return new KernelConfig(
                servers,
                Topics.DEFAULT_PREFIX,
                Set.of("default", "slow"),
                2,
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
            load.pause();
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

    /** Of each board every version that its store has held: its snapshots, and what their slots make of them. */
    private static SortedMap<String, NavigableMap<Long, String>> stored(String servers) throws Exception {
        Blueprints compiled = new Blueprints();
        Map<String, Blueprint> blueprints = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> source : CommittedLog.records(servers, BLUEPRINTS::equals)) {
            CompileResult.Valid valid =
                    (CompileResult.Valid) compiled.recompile(JsonReader.parse(text(source.value())));
            blueprints.put(text(source.key()), valid.blueprint());
        }
        Map<String, List<List<byte[]>>> runs = runs(CommittedLog.records(servers, SLOTS::equals));
        Applier applier = new Applier(compiled);
        SortedMap<String, NavigableMap<Long, String>> boards = new TreeMap<>();
        int folded = 0;
        for (ConsumerRecord<byte[], byte[]> snapshot : CommittedLog.records(servers, SNAPSHOTS::equals)) {
            String id = text(snapshot.key());
            NavigableMap<Long, String> versions = boards.computeIfAbsent(id, board -> new TreeMap<>());
            Board board = BoardJson.read((JsonObject) JsonReader.parse(text(snapshot.value())), blueprints::get);
            versions.put(board.version(), text(snapshot.value()));
            long first = board.sequence();
            for (byte[] slot : following(board, runs.getOrDefault(id, List.of()))) {
                for (LogEntry entry : SlotFormat.read(board, first, slot).orElseThrow()) {
                    board = applier.apply(board, entry);
                }
                versions.put(board.version(), JsonWriter.compact(BoardJson.write(board)));
                folded++;
            }
        }
        assertThat(folded)
                .as("each slot follows on a snapshot")
                .isEqualTo(runs.values().stream()
                        .flatMap(List::stream)
                        .mapToInt(List::size)
                        .sum());
        return boards;
    }

    /** The slots of each board, counted from 0 again after a snapshot. */
    private static Map<String, List<List<byte[]>>> runs(List<ConsumerRecord<byte[], byte[]>> slots) {
        Map<String, List<List<byte[]>>> boards = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> slot : slots) {
            int end = slot.key().length - Integer.BYTES;
            String board = new String(slot.key(), 0, end - 1, StandardCharsets.UTF_8);
            List<List<byte[]>> runs = boards.computeIfAbsent(board, id -> new ArrayList<>());
            if (ByteBuffer.wrap(slot.key()).getInt(end) == 0) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(slot.value());
        }
        return boards;
    }

    private static List<byte[]> following(Board snapshot, List<List<byte[]>> runs) {
        return runs.stream()
                .filter(run -> follows(snapshot, run.get(0)))
                .findFirst()
                .orElse(List.of());
    }

    private static boolean follows(Board snapshot, byte[] slot) {
        try {
            return SlotFormat.read(snapshot, snapshot.sequence(), slot).isPresent();
        } catch (CorruptStoreException e) {
            return false; // it follows on a later one
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Those that somebody has created; the others have a log of rejections. */
    List<String> created() {
        return stored.keySet().stream()
                .filter(board -> stored.get(board).lastKey() > 0)
                .toList();
    }

    /** The state of a board at a version. */
    Json state(String board, long version) {
        return JsonPointer.parse("/present/value")
                .resolve(JsonReader.parse(stored.get(board).get(version)))
                .orElseThrow();
    }
}
