package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.StoredForm;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.stream.BoardStore.Change;
import io.patchboard.kernel.stream.BoardStore.Stored;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is loaded is what was saved, whatever is left of what was saved before; and what does not fit is found. */
final class BoardStoreTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: notes
            state: {schema: {type: object}, initial: {notes: [], text: {$input: /text}}}
            workers: {scribe: {privileged: true, unsolicited: true, write: [{op: [add, remove], path: '/notes/*'}]}}
            complete: {when: has(state.done), result: /notes}
            """;

    private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
    private final KeyValueStore<byte[], byte[]> snapshots = store("snapshots");
    private final KeyValueStore<byte[], byte[]> slots = store("slots");
    private final KeyValueStore<byte[], byte[]> blueprints = store("blueprints");
    private Scenario board;

    private KeyValueStore<byte[], byte[]> store(String name) {
        KeyValueStore<byte[], byte[]> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        return store;
    }

    @BeforeEach
    void create() {
        board = new Scenario(BLUEPRINT);
        save(board.create("{\"text\":\"" + "x".repeat(6_000) + "\"}"), Board.absent(Scenario.BOARD));
    }

    /** One that remembers nothing. */
    private BoardStore cold() {
        return new BoardStore(
                snapshots,
                slots,
                blueprints,
                new Blueprints(),
                new BoardCache(new CacheBudget(0)),
                new KernelMeters(new CompositeMeterRegistry()));
    }

    private Change save(List<LogEntry> entries, Board before) {
        BoardStore cold = cold();
        entries.stream().map(LogEntry::event).forEach(cold::saveBlueprintOf);
        Stored stored = cold.load(Scenario.BOARD);
        assertThat(text(stored.board())).isEqualTo(text(before));
        Change change = BoardStore.change(stored, new Decision(entries, board.board(), 0));
        cold.save(change);
        return change;
    }

    private Change note(String text) {
        Board before = board.board();
        return save(board.propose("scribe", "[{op: add, path: /notes/-, value: '" + text + "'}]"), before);
    }

    private static String text(Board board) {
        return JsonWriter.compact(BoardJson.write(board));
    }

    private void assertLoaded() {
        assertThat(text(cold().load(Scenario.BOARD).board())).isEqualTo(text(board.board()));
    }

    private List<KeyValue<byte[], byte[]>> storedSlots() {
        List<KeyValue<byte[], byte[]>> all = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> iterator = slots.all()) {
            iterator.forEachRemaining(all::add);
        }
        return all;
    }

    @Test
    void load_afterAnyDecision_isTheBoardAfterIt() {
        int snapshotsWritten = 0;
        long bytes = 0;
        for (int i = 0; i < 300; i++) {
            Change change = note("note " + i);
            snapshotsWritten += change.slot().isEmpty() ? 1 : 0;
            bytes += change.slot().isEmpty() ? 0 : change.bytes().length;
            assertLoaded();
        }
        assertThat(snapshotsWritten).isBetween(3, 8);
        assertThat(bytes / (300 - snapshotsWritten)).isLessThan(250);
        assertThat(storedSlots()).as("old slots are written over").hasSizeLessThan(120);
    }

    @Test
    void snapshot_isWritten_whenTheSlotsOutweighTheOneBefore() {
        int most = 0;
        Change change = note("first");
        int snapshot = cold().load(Scenario.BOARD).snapshotBytes();
        while (change.slot().isPresent()) {
            assertThat(change.slot()).contains(most);
            most++;
            change = note("a note of some length, and another few words");
        }
        long slotBytes =
                storedSlots().stream().mapToLong(slot -> slot.value.length).sum();
        assertThat(slotBytes).isLessThanOrEqualTo(snapshot);
        assertThat(slotBytes + 300).isGreaterThan(snapshot);
        assertThat(note("next").slot()).contains(0);
        assertThat(cold().load(Scenario.BOARD).slots()).isEqualTo(1);
        assertThat(storedSlots()).as("left over, and told apart").hasSize(most);
        assertLoaded();
    }

    @Test
    void load_withOtherBoardsOfSimilarNames_readsItsOwnSlots() {
        note("one");
        byte[] mine = storedSlots().get(0).value;
        for (String other : List.of("b-", "b-1 ", "b-11", "b-0", "b-2")) {
            slots.put(bytes(other + "\0\0\0\0\1"), mine);
        }
        assertLoaded();
    }

    @Test
    void load_withALostSlot_isRefused() {
        note("one");
        note("two");
        note("three");
        slots.delete(storedSlots().get(1).key);
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("The store of board b-1 is damaged.")
                .hasMessageContaining("follows on entry 2");
    }

    @Test
    void load_withAnOlderSnapshot_isRefused() {
        byte[] older = snapshots.get(bytes(Scenario.BOARD));
        Change change = note("a note");
        while (change.slot().isPresent()) {
            change = note("another note");
        }
        note("after the snapshot");
        snapshots.put(bytes(Scenario.BOARD), older);
        assertThatThrownBy(() -> cold().load(Scenario.BOARD)).isInstanceOf(CorruptStoreException.class);
    }

    @Test
    void load_withADamagedSnapshot_isRefused() {
        snapshots.put(bytes(Scenario.BOARD), bytes("{\"format\":1,"));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("Its snapshot cannot be read");
        snapshots.put(bytes(Scenario.BOARD), bytes("{\"format\":1,\"id\":\"b-1\"}"));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("Its snapshot is none of a board");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "present.phase     | \"OPENED\"",
                "present.recent    | [{\"version\":1,\"places\":[\"notes\"]}]",
                "present.created   | \"yesterday\"",
                "work.held      | [{\"sequence\":1,\"trigger\":{\"rule\":\"r\",\"match\":1},\"reason\":\"whim\"}]",
                "memory.circuit   | {\"states\":[[\"one\",\"two\"]]}",
                "memory.circuit   | {\"states\":[[1]]}",
                "memory.circuit   | {\"trips\":{\"a\":1.5}}",
                "format    | 0",
                "present.blueprintHash | \"of none\"",
            })
    void load_withASnapshotOfOneBadField_isRefused(String field, String value) {
        JsonObject bad = StoredForm.with(BoardJson.write(board.board()), field, JsonReader.parse(value));
        snapshots.put(bytes(Scenario.BOARD), bytes(JsonWriter.compact(bad)));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("The store of board b-1 is damaged. Its snapshot is none of a board: ")
                .hasMessageContaining("remove its state directory");
    }

    @Test
    void load_withASnapshotOfANewerKernel_asksForThatKernel() {
        JsonObject newer = BoardJson.write(board.board()).with("format", Json.of(2));
        snapshots.put(bytes(Scenario.BOARD), bytes(JsonWriter.compact(newer)));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(NewerStoreException.class)
                .hasMessageContaining("The store of board b-1 was written by a newer kernel.")
                .hasMessageContaining("Run the version that wrote it, or a newer one");
    }

    @Test
    void load_withADamagedBlueprint_isRefused() {
        String hash = board.board().rules().hash();
        blueprints.put(bytes(hash), bytes("{"));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("The store of board b-1 is damaged.")
                .hasMessageContaining("Expected the stored blueprint " + hash + " to be JSON");
    }

    @Test
    void load_withAnotherStateThanTheLogSays_isRefused() {
        JsonObject other =
                StoredForm.with(BoardJson.write(board.board()), "present.value", JsonReader.parse("{\"notes\":[]}"));
        snapshots.put(bytes(Scenario.BOARD), bytes(JsonWriter.compact(other)));
        assertThatThrownBy(() -> cold().load(Scenario.BOARD))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("Expected the state after entry 1 to have the hash");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
