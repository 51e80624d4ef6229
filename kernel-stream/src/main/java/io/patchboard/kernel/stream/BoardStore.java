package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.apply.CorruptLogException;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.BoardSize;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The boards of one task: of each a <em>snapshot</em>, the whole of it, and what was decided since, one <em>slot</em>
 * for each decision. A board is loaded by folding its slots onto its snapshot with the same {@link Applier} that
 * decided.
 *
 * <p>A decision costs a slot, which weighs what its patch does. When the slots outweigh the snapshot, the next decision
 * is stored as a snapshot instead, and slots are counted from 0 again, over the old ones. So a commit writes at most
 * about twice its slot, a board takes at most about three times its size on disk, nothing is ever deleted, and a load
 * reads at most twice the board's size. What is left of former slots tells itself by its sequence.
 *
 * <p>Both are written in the transaction of the decision, so that they fit together is Kafka's promise. What does not
 * fit, because a slot was lost, damaged or written by somebody else, is found when the board is loaded
 * ({@link CorruptStoreException}, and {@link NewerStoreException} after a step back to an older kernel); only if the
 * latest slots of a board vanish as a whole can this not be told here.
 *
 * <p>The boards that were used last are kept as objects, see {@link BoardCache}. The cache never holds what the store
 * does not. Both are changed only here, by the task's thread; and when a transaction is aborted, whether the thread
 * died or the task was given up, Streams discards the task's stores and initialises its processor again over those that
 * it restores. {@link KernelProcessor#init} then makes a new cache.
 */
final class BoardStore {

    /** The slots of a small board may weigh more than it does: each third commit would write one of 1 KB whole. */
    private static final int LIGHT_BYTES = 2 * 1024;

    /**
     * A load folds no more slots than this; one costs about as much as parsing a KB of snapshot. It matters for boards
     * of over 1 MB, and adds 4 KB to what a commit on the largest of 16 MB writes.
     */
    private static final int MOST_SLOTS = 4_096;

    private static final long UNITS_OF_A_BYTE = 2;
    /** What the kernel wrote itself is read, whatever the limits are by now. */
    static final JsonLimits STORED_JSON =
            JsonLimits.DEFAULT.withMaxBytes(ContractLimits.MAX_STORED_BYTES).withMaxDepth(1_000);

    private final KeyValueStore<byte[], byte[]> snapshots;
    private final KeyValueStore<byte[], byte[]> slots;
    private final KeyValueStore<byte[], byte[]> blueprintSources;
    private final Blueprints blueprints;
    private final Applier applier;
    private final BoardCache cache;
    private final KernelMeters meters;
    private final JsonReader reader = new JsonReader(STORED_JSON);
    private long loading;

    BoardStore(
            KeyValueStore<byte[], byte[]> snapshots,
            KeyValueStore<byte[], byte[]> slots,
            KeyValueStore<byte[], byte[]> blueprintSources,
            Blueprints blueprints,
            BoardCache cache,
            KernelMeters meters) {
        this.snapshots = snapshots;
        this.slots = slots;
        this.blueprintSources = blueprintSources;
        this.blueprints = blueprints;
        this.applier = new Applier(blueprints);
        this.cache = cache;
        this.meters = meters;
    }

    /**
     * A board as it is stored.
     *
     * @param snapshotBytes 0 if there is no snapshot on which slots can follow
     * @param slots that follow on the snapshot
     * @param slotBytes of all of them
     */
    record Stored(Board board, BoardSize size, int snapshotBytes, int slots, long slotBytes) {

        /** One that is stored whole with its next decision. */
        private static Stored without(Board board) {
            return whole(board, 0);
        }

        static Stored whole(Board board, int snapshotBytes) {
            return new Stored(board, BoardSize.of(board), snapshotBytes, 0, 0);
        }

        private boolean hasRoomFor(int slot) {
            return snapshotBytes > 0 && slots < MOST_SLOTS && slotBytes + slot <= Math.max(LIGHT_BYTES, snapshotBytes);
        }

        private Stored with(Board next, int slot) {
            return new Stored(next, BoardSize.of(next), snapshotBytes, slots + 1, slotBytes + slot);
        }
    }

    /**
     * A change of one board that is about to be stored.
     *
     * @param slot the number of the slot; absent for a snapshot
     */
    record Change(Stored after, Optional<Integer> slot, byte[] bytes) {}

    /** The board with this id; an absent one if nothing is known of it. */
    Stored load(String id) {
        Optional<Stored> known = cache.get(id);
        meters.lookedUp(known.isPresent());
        if (known.isPresent()) {
            return known.get();
        }
        byte[] snapshot = snapshots.get(key(id));
        if (snapshot == null) {
            return Stored.without(Board.absent(id));
        }
        Stored loaded = folded(id, snapshot);
        loading += UNITS_OF_A_BYTE * (loaded.snapshotBytes() + loaded.slotBytes());
        cache.put(loaded);
        return loaded;
    }

    /** Units of {@link Work} that it took so far to load boards, which no decision is charged for. */
    long loading() {
        return loading;
    }

    private Stored folded(String id, byte[] snapshot) {
        if (!(parse(id, snapshot) instanceof JsonObject json)) {
            throw new CorruptStoreException(id, "Expected its snapshot to be a JSON object, but it is not.");
        }
        Board first = whole(id, json);
        Board board = first;
        int number = 0;
        long bytes = 0;
        try (KeyValueIterator<byte[], byte[]> all = slots.range(key(id, 0), key(id, Integer.MAX_VALUE))) {
            while (all.hasNext()) {
                KeyValue<byte[], byte[]> slot = all.next();
                Optional<List<LogEntry>> entries = SlotFormat.read(board, first.sequence(), slot.value);
                if (entries.isEmpty()) {
                    break;
                }
                requireNumber(id, number, slot.key);
                board = applied(board, entries.get());
                number++;
                bytes += slot.value.length;
            }
        }
        requireState(board);
        return new Stored(board, BoardSize.of(board), snapshot.length, number, bytes);
    }

    private Board whole(String id, JsonObject snapshot) {
        try {
            if (BoardJson.isNewer(snapshot)) {
                throw new NewerStoreException(id);
            }
            return BoardJson.read(snapshot, this::blueprint);
        } catch (KafkaException | NewerStoreException e) {
            throw e;
        } catch (RuntimeException e) {
            // Of the fields, pointers, names and rows that a snapshot has, each reader refuses in its own way.
            throw new CorruptStoreException(id, "Its snapshot is none of a board: " + e.getMessage(), e);
        }
    }

    /** The fold has led to the state that the log says. */
    private static void requireState(Board board) {
        boolean same = board.stateHash().isEmpty()
                || board.stateHash().equals(board.state().digest().hex());
        if (!same) {
            throw new CorruptStoreException(
                    board.id(),
                    "Expected the state after entry " + board.sequence() + " to have the hash " + board.stateHash()
                            + ", but it has another.");
        }
    }

    private Board applied(Board before, List<LogEntry> entries) {
        Board board = before;
        try {
            for (LogEntry entry : entries) {
                board = applier.apply(board, entry);
            }
        } catch (CorruptLogException e) {
            throw new CorruptStoreException(before.id(), e.getMessage(), e);
        }
        return board;
    }

    private static void requireNumber(String id, int expected, byte[] key) {
        int number = ByteBuffer.wrap(key).getInt(key.length - Integer.BYTES);
        if (number != expected) {
            throw new CorruptStoreException(id, "Expected slot " + expected + ", but the next is " + number + ".");
        }
    }

    /**
     * What is to be stored of a decision. Changes nothing.
     *
     * @param before the board that was decided on, as it was loaded
     */
    static Change change(Stored before, Decision decision) {
        Board after = decision.board();
        if (decision.entries().stream().map(LogEntry::event).noneMatch(BoardCreated.class::isInstance)) {
            byte[] slot = SlotFormat.write(before.board(), decision.entries());
            if (before.hasRoomFor(slot.length)) {
                return new Change(before.with(after, slot.length), Optional.of(before.slots()), slot);
            }
        }
        byte[] snapshot = BoardJson.bytes(after);
        return new Change(Stored.whole(after, snapshot.length), Optional.empty(), snapshot);
    }

    void save(Change change) {
        String id = change.after().board().id();
        if (change.slot().isPresent()) {
            slots.put(key(id, change.slot().get()), change.bytes());
        } else {
            snapshots.put(key(id), change.bytes());
        }
        cache.put(change.after());
    }

    /** That which an event brings a board, if it does. */
    void saveBlueprintOf(Event event) {
        if (event instanceof BoardCreated created) {
            saveBlueprint(created.blueprintHash(), created.blueprint());
        } else if (event instanceof BlueprintAmended amended) {
            saveBlueprint(amended.blueprintHash(), amended.blueprint());
        }
    }

    private void saveBlueprint(String hash, Json source) {
        blueprintSources.putIfAbsent(key(hash), CanonicalJson.bytes(source));
    }

    private Blueprint blueprint(String hash) {
        return blueprints.known(hash).orElseGet(() -> recompiled(hash));
    }

    private Blueprint recompiled(String hash) {
        byte[] source = blueprintSources.get(key(hash));
        try {
            if (source != null && blueprints.recompile(reader.read(source)) instanceof CompileResult.Valid valid) {
                return valid.blueprint();
            }
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(
                    "Expected the stored blueprint " + hash + " to be JSON, but it is not: " + e.getMessage(), e);
        }
        throw new IllegalStateException(
                "Expected the store to hold the valid blueprint " + hash + ", but it does not.");
    }

    private Json parse(String id, byte[] stored) {
        try {
            return reader.read(stored);
        } catch (JsonSyntaxException e) {
            throw new CorruptStoreException(id, "Its snapshot cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] key(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }

    /** Ids have no NUL, so the slots of a board stand together, in their order. */
    private static byte[] key(String id, int slot) {
        byte[] board = key(id);
        return ByteBuffer.allocate(board.length + 1 + Integer.BYTES)
                .put(board)
                .put((byte) 0)
                .putInt(slot)
                .array();
    }
}
