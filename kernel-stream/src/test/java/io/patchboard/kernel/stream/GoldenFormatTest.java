package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.context.Context;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.KnownIds;
import io.patchboard.record.LogEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Format 1, frozen: logs, and the bytes that a kernel's stores have after them. {@code v1} is as it was frozen, the
 * next ones have what was added since. Every later version reads all of them and writes the latest; what was added
 * changes the bytes of slots alone, as these name the schemas that they were written with. A new one is made with
 * {@code -Dpatchboard.golden=FOLDER}, and never over one that was released.
 */
final class GoldenFormatTest {

    private static final String LATEST = "v16";

    /** All others are stored as now. */
    private static final List<String> OTHER_FORMS = List.of("v1", "v2");

    private static final Map<String, Golden> GOLDEN = new TreeMap<>();

    /** Most boards have one of a few blueprints, and to compile one takes longer than all that is done with it here. */
    private static final Blueprints BLUEPRINTS = new Blueprints();

    private static final Applier APPLIER = new Applier(BLUEPRINTS);

    /** The log of all boards, as lines and read, and what the stores hold, by name and key. */
    private record Golden(List<String> lines, List<LogEntry> log, SortedMap<String, SortedMap<String, String>> stores) {

        static Golden read(String version) throws Exception {
            List<String> lines = resource(version, "log.jsonl");
            RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
            List<LogEntry> log = new ArrayList<>();
            for (String line : lines) {
                log.add(decoder.decodeEntry(line.getBytes(StandardCharsets.UTF_8)));
            }
            SortedMap<String, SortedMap<String, String>> stores = new TreeMap<>();
            for (String line : resource(version, "stores.txt")) {
                String[] columns = line.split(" ");
                stores.computeIfAbsent(columns[0], name -> new TreeMap<>()).put(columns[1], columns[2]);
            }
            return new Golden(lines, log, stores);
        }

        Map<String, List<LogEntry>> boards() {
            Map<String, List<LogEntry>> boards = new LinkedHashMap<>();
            log.forEach(entry -> boards.computeIfAbsent(entry.boardId(), id -> new ArrayList<>())
                    .add(entry));
            return boards;
        }

        KernelDriver filled(Path stateDir) {
            Map<String, List<KeyValue<byte[], byte[]>>> contents = new TreeMap<>();
            stores.forEach((name, values) ->
                    values.forEach((key, value) -> contents.computeIfAbsent(name, store -> new ArrayList<>())
                            .add(KeyValue.pair(bytes(key), bytes(value)))));
            KernelDriver kernel = new KernelDriver(stateDir);
            kernel.stores().fill(contents);
            return kernel;
        }
    }

    static List<String> versions() {
        return List.of(
                "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", LATEST);
    }

    @BeforeAll
    static void read(@TempDir Path stateDir) throws Exception {
        String golden = System.getProperty("patchboard.golden", "");
        if (!golden.isEmpty()) {
            write(Path.of(golden), stateDir);
        }
        for (String version : versions()) {
            GOLDEN.put(version, Golden.read(version));
        }
    }

    private static void write(Path folder, Path stateDir) throws IOException {
        List<String> entries = new ArrayList<>();
        List<String> stored = new ArrayList<>();
        try (KernelDriver kernel = new KernelDriver(stateDir)) {
            GoldenScript.run(kernel).forEach(entry -> entries.add(JsonWriter.compact(entry.toJson())));
            kernel.stores()
                    .all()
                    .forEach((name, values) ->
                            values.forEach(value -> stored.add(name + " " + hex(value.key) + " " + hex(value.value))));
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("log.jsonl"), String.join("\n", entries) + "\n");
        Files.writeString(folder.resolve("stores.txt"), String.join("\n", stored) + "\n");
    }

    private static List<String> resource(String version, String name) throws IOException {
        try (var in = GoldenFormatTest.class.getResourceAsStream("/format/" + version + "/" + name)) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"));
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** A board as it is stored, without what that version did not store. */
    private static JsonObject stored(Board board, String version) {
        JsonObject json = BoardJson.write(board);
        return OTHER_FORMS.contains(version)
                ? EarlierForm.of(json, version, board.phase().ended())
                : json;
    }

    private static Board folded(List<LogEntry> entries) {
        Board board = Board.absent(entries.get(0).boardId());
        for (LogEntry entry : entries) {
            board = APPLIER.apply(board, entry);
        }
        return board;
    }

    @Test
    void log_hasEachKindOfEvent() {
        Golden golden = GOLDEN.get(LATEST);
        assertThat(golden.log()).extracting(LogEntry::type).contains(RecordSchemas.ENTRIES.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void log_isWrittenAsItWasRead_andTheSameThroughAvro(String version) throws Exception {
        Golden golden = GOLDEN.get(version);
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        for (int i = 0; i < golden.log().size(); i++) {
            assertThat(JsonWriter.compact(golden.log().get(i).toJson()))
                    .isEqualTo(golden.lines().get(i));
            LogEntry again =
                    decoder.decodeEntry(RecordEncoder.avro().encode(golden.log().get(i)));
            assertThat(JsonWriter.compact(again.toJson()))
                    .isEqualTo(golden.lines().get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void log_isWhatReplayComputes(String version) {
        Golden golden = GOLDEN.get(version);
        golden.boards().forEach((id, entries) -> {
            BoardReplay replay = new BoardReplay(id, APPLIER, new Review(Limits.DEFAULT, BLUEPRINTS));
            entries.forEach(replay::accept);
            assertThat(replay.differences()).as(id).isEmpty();
            assertThat(replay.board().sequence()).isEqualTo(entries.size());
        });
    }

    @ParameterizedTest
    @MethodSource("versions")
    void stores_areReadAsTheBoardsOfTheLog(String version, @TempDir Path stateDir) {
        Golden golden = GOLDEN.get(version);
        try (KernelDriver kernel = golden.filled(stateDir)) {
            golden.boards()
                    .forEach((id, entries) -> assertThat(
                                    stored(kernel.stores().cold(id).board(), version)
                                            .toString())
                            .isEqualTo(stored(folded(entries), version).toString()));
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void snapshots_areWrittenAsTheyWere(String version) {
        Golden golden = GOLDEN.get(version);
        golden.stores().get(KernelTopology.BOARDS).forEach((key, value) -> {
            List<LogEntry> entries = golden.boards().get(new String(bytes(key), StandardCharsets.UTF_8));
            long sequence = BoardJson.read(
                            (JsonObject) JsonReader.parse(new String(bytes(value), StandardCharsets.UTF_8)),
                            hash -> folded(entries).rules())
                    .sequence();
            assertThat(hex(CanonicalJson.bytesInOrder(stored(folded(entries.subList(0, (int) sequence)), version))))
                    .isEqualTo(value);
        });
    }

    @Test
    void slots_areWrittenAsTheyWere() {
        Golden golden = GOLDEN.get(LATEST);
        golden.stores().get(KernelTopology.SLOTS).forEach((key, value) -> {
            byte[] name = bytes(key);
            String id = new String(name, 0, name.length - 1 - Integer.BYTES, StandardCharsets.UTF_8);
            long first = ByteBuffer.wrap(bytes(value)).getLong(1 + Integer.BYTES);
            List<LogEntry> before = golden.boards().get(id).subList(0, (int) first - 1);
            Board board = before.isEmpty() ? Board.absent(id) : folded(before);
            List<LogEntry> stored = SlotFormat.read(board, 0, bytes(value)).orElseThrow();
            List<LogEntry> decision = golden.boards().get(id).subList((int) first - 1, (int) first - 1 + stored.size());
            assertThat(hex(SlotFormat.write(board, decision))).isEqualTo(value);
        });
    }

    @ParameterizedTest
    @MethodSource("versions")
    void history_isWrittenAsItWas(String version, @TempDir Path stateDir) {
        Golden golden = GOLDEN.get(version);
        try (KernelDriver kernel = new KernelDriver(stateDir)) {
            KeyValueStore<byte[], byte[]> store = kernel.stores().store(KernelTopology.HISTORY);
            golden.boards().forEach((id, entries) -> {
                KnownIds known = new HistoryStore(store).of(id);
                entries.forEach(known::remember);
            });
            SortedMap<String, String> written = contents(kernel, KernelTopology.HISTORY);
            SortedMap<String, String> before = new TreeMap<>(golden.stores().get(KernelTopology.HISTORY));
            // Heads were stored with each request once; RecentIdsTest shows that any older one does.
            before.replaceAll((key, value) -> key.endsWith(hex(new byte[] {0, 'h'})) ? written.get(key) : value);
            assertThat(written).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void timers_areWrittenAsTheyWere(String version, @TempDir Path stateDir) {
        Golden golden = GOLDEN.get(version);
        try (KernelDriver kernel = new KernelDriver(stateDir)) {
            TimerStore timers = new TimerStore(kernel.stores().store(KernelTopology.TIMERS));
            golden.boards()
                    .forEach((id, entries) ->
                            timers.move(id, Optional.empty(), TimerStore.dueMillis(folded(entries)), Context.root()));
            assertThat(contents(kernel, KernelTopology.TIMERS))
                    .isEqualTo(golden.stores().get(KernelTopology.TIMERS));
        }
    }

    private static SortedMap<String, String> contents(KernelDriver kernel, String name) {
        SortedMap<String, String> contents = new TreeMap<>();
        kernel.stores().all().get(name).forEach(value -> contents.put(hex(value.key), hex(value.value)));
        return contents;
    }

    /** What came early is read from the store, and decided when its board is there or its time is up. */
    @ParameterizedTest
    @MethodSource("versions")
    void earlyRecords_areReadAndDecided(String version, @TempDir Path stateDir) {
        Golden golden = GOLDEN.get(version);
        assertThat(golden.stores().get(KernelTopology.EARLY)).hasSize(1);
        try (KernelDriver kernel = golden.filled(stateDir)) {
            List<LogEntry> late = new ArrayList<>(kernel.advance(Duration.ofSeconds(1)));
            for (int i = 0; i < 20; i++) {
                late.addAll(kernel.advance(Duration.ofSeconds(1)));
            }
            assertThat(late)
                    .anyMatch(entry ->
                            entry.boardId().equals("early") && entry.type().equals("PatchRejected"));
        }
    }

    @Test
    void storeOfALaterFormat_isRefused() {
        byte[] later = StoredValue.of(new byte[] {7});
        later[0]++;
        assertThatThrownBy(() -> StoredValue.content("b", later)).isInstanceOf(NewerStoreException.class);
        assertThat(StoredValue.content("b", StoredValue.of(new byte[] {7}))).containsExactly(7);
    }
}
