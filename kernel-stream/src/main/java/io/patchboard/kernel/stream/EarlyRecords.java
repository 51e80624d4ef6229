package io.patchboard.kernel.stream;

import io.patchboard.kernel.decide.Input;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Waits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What came for boards that are not there yet, or are paused, as it came, one queue for each board.
 *
 * <p>A client that has its {@code CreateBoard} acknowledged and then proposes may see the proposal read first: topics
 * are read side by side, a command that {@linkplain Routing strayed} makes a hop on its way, and another kernel may
 * have died with it in its hands. So what comes early waits for {@link Waits#FOR_BOARD}, and until all is decided that
 * stood on the topic of commands when it came, which {@link CommandProgress} tells. It is decided right after the
 * board's creation, in order of arrival, or else rejected. Whoever comes while others wait stands behind them.
 *
 * <p>What nobody asked for waits {@linkplain Awaited#RESUMPTION until a paused board goes on}, however long that is, in
 * queues of its own in the same store.
 *
 * <p>The records are in the store; what is kept of each in memory (where it is, its size, until when it waits) is made
 * anew from there by a kernel that starts, and waits its full time again: what it waits for could not be read
 * meanwhile. Both are bounded, so nobody can fill them with boards that never come. Beyond the bounds nothing waits.
 */
final class EarlyRecords {

    /** Boards whose time is up that are looked at in one go; what is left is due again at the next. */
    private static final int MOST_AT_ONCE = 200;

    private static final int HEADER_BYTES = 1 + Long.BYTES;

    private final KeyValueStore<byte[], byte[]> store;
    private final Awaited awaited;
    private final CommandProgress commands;
    private final Capacity ofBoard = new Capacity(1_000, 16L * 1024 * 1024);
    private final Capacity ofAll = new Capacity(10_000, 64L * 1024 * 1024);
    private final Map<String, Queue> queues = new HashMap<>();
    private final SortedMap<Long, Place> places = new TreeMap<>();
    private final Set<String> released = new LinkedHashSet<>();
    private long bytes;
    private boolean loaded;

    EarlyRecords(KeyValueStore<byte[], byte[]> store, Awaited awaited, CommandProgress commands) {
        this.store = store;
        this.awaited = awaited;
        this.commands = commands;
    }

    /** What records wait for. */
    enum Awaited {
        CREATION((byte) 0),
        RESUMPTION((byte) 1);

        /** Stands in the store's keys, so never changes. */
        private final byte code;

        Awaited(byte code) {
            this.code = code;
        }
    }

    /** A bound on both. */
    private record Capacity(int records, long bytes) {

        private boolean holds(int moreRecords, long moreBytes) {
            return moreRecords <= records && moreBytes <= bytes;
        }
    }

    /**
     * A record of an input topic.
     *
     * @param command whether it came on the topic of commands; otherwise on that of proposals
     * @param time of the record, in milliseconds since the epoch
     * @param cause kept in memory only, so that of its trace nothing is known after a restart
     */
    record Early(boolean command, long time, byte[] value, Cause cause) {

        static Early of(Record<byte[], byte[]> record, boolean command, Cause cause) {
            byte[] value = record.value() == null ? new byte[0] : record.value();
            return new Early(command, record.timestamp(), value, cause);
        }
    }

    private record Place(String boardId, long arrival, int bytes, long dueMillis, long dueRound, Cause cause) {

        private boolean isDue(long nowMillis, long round) {
            return dueMillis <= nowMillis && dueRound <= round;
        }
    }

    private static final class Queue {

        private final ArrayDeque<Place> places = new ArrayDeque<>();
        private long bytes;
    }

    /** Reads what a former life of the task has left; no more than there is room for. */
    private void load(long nowMillis) {
        if (loaded) {
            return;
        }
        loaded = true;
        List<Place> left = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<byte[], byte[]> next = all.next();
                int name = next.key.length - 1 - Long.BYTES;
                if (next.key[name] != awaited.code) {
                    continue;
                }
                left.add(place(
                        new String(next.key, 0, name, StandardCharsets.UTF_8),
                        ByteBuffer.wrap(next.key).getLong(name + 1),
                        next.value.length - 1,
                        nowMillis,
                        Cause.restored(nowMillis)));
            }
        }
        left.sort(Comparator.comparingLong(Place::arrival));
        left.forEach(this::add);
        if (awaited == Awaited.RESUMPTION) {
            released.addAll(queues.keySet()); // some may have gone on, so whoever has them decided looks
        }
    }

    /** Whether something waits for this board. */
    boolean waitFor(String boardId, long nowMillis) {
        load(nowMillis);
        return queues.containsKey(boardId);
    }

    /**
     * Whether an input need not be decided now that its board is not there. What creates a board must be, and what is
     * nobody's request may be, unless others stand before it.
     */
    static boolean mayWait(Input input, boolean queued) {
        if (input instanceof Input.Commanded commanded) {
            return !(commanded.command() instanceof CreateBoard);
        }
        return queued || input instanceof Input.Proposed;
    }

    /** Whether there is room for another record. */
    boolean haveRoom(String boardId, Early early, long nowMillis) {
        load(nowMillis);
        Queue queue = queues.getOrDefault(boardId, new Queue());
        int size = HEADER_BYTES + early.value().length;
        return ofBoard.holds(queue.places.size() + 1, queue.bytes + size)
                && ofAll.holds(places.size() + 1, bytes + size);
    }

    /** Puts a record behind what waits for its board. */
    void add(String boardId, Early early, long nowMillis) {
        load(nowMillis);
        long arrival = places.isEmpty() ? 0 : places.lastKey() + 1;
        byte[] value = ByteBuffer.allocate(HEADER_BYTES + early.value().length)
                .put((byte) (early.command() ? 1 : 0))
                .putLong(early.time())
                .put(early.value())
                .array();
        store.put(key(boardId, arrival), StoredValue.of(value));
        add(place(boardId, arrival, value.length, nowMillis, early.cause()));
    }

    private Place place(String boardId, long arrival, int size, long nowMillis, Cause cause) {
        if (awaited == Awaited.RESUMPTION) {
            return new Place(boardId, arrival, size, Long.MAX_VALUE, Long.MAX_VALUE, cause);
        }
        long dueMillis = nowMillis + Waits.FOR_BOARD.toMillis();
        return new Place(boardId, arrival, size, dueMillis, commands.rounds() + CommandProgress.ROUNDS, cause);
    }

    private void add(Place place) {
        Queue queue = queues.computeIfAbsent(place.boardId(), id -> new Queue());
        queue.places.add(place);
        queue.bytes += place.bytes();
        bytes += place.bytes();
        places.put(place.arrival(), place);
    }

    /** The record that has waited for longest for a board for which some wait. */
    Early first(String boardId) {
        Place place = queues.get(boardId).places.element();
        byte[] stored = store.get(key(boardId, place.arrival()));
        ByteBuffer buffer = ByteBuffer.wrap(StoredValue.content(boardId, stored));
        boolean command = buffer.get() == 1;
        long time = buffer.getLong();
        byte[] value = new byte[buffer.remaining()];
        buffer.get(value);
        return new Early(command, time, value, place.cause());
    }

    void removeFirst(String boardId) {
        Queue queue = queues.get(boardId);
        Place first = queue.places.remove();
        store.delete(key(boardId, first.arrival()));
        places.remove(first.arrival());
        queue.bytes -= first.bytes();
        bytes -= first.bytes();
        if (queue.places.isEmpty()) {
            queues.remove(boardId);
            released.remove(boardId);
        }
    }

    /** What is awaited has come, and what still waits for it need not any longer. */
    void release(String boardId) {
        if (queues.containsKey(boardId)) {
            released.add(boardId);
        }
    }

    /** It has not come, or is over again. */
    void retain(String boardId) {
        released.remove(boardId);
    }

    /** Boards the first of whose queue waits no longer, because its time is up or it is released. */
    List<String> due(long nowMillis) {
        load(nowMillis);
        if (places.isEmpty() || awaited == Awaited.RESUMPTION) {
            return released.stream().limit(MOST_AT_ONCE).toList();
        }
        Set<String> due = new LinkedHashSet<>(released);
        long round = commands.rounds();
        for (Place place : places.values()) {
            if (!place.isDue(nowMillis, round) || due.size() >= MOST_AT_ONCE) {
                break;
            }
            due.add(place.boardId());
        }
        return List.copyOf(due);
    }

    /** Whether the first that waits for this board need not any longer. */
    boolean isDue(String boardId, long nowMillis) {
        Queue queue = queues.get(boardId);
        return released.contains(boardId)
                || queue != null
                        && awaited == Awaited.CREATION
                        && queue.places.element().isDue(nowMillis, commands.rounds());
    }

    /** Ids have no NUL, so the records of a board stand together, in order of their arrival. */
    private byte[] key(String boardId, long arrival) {
        byte[] board = boardId.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(board.length + 1 + Long.BYTES)
                .put(board)
                .put(awaited.code)
                .putLong(arrival)
                .array();
    }
}
