package io.patchboard.kernel.stream;

import io.opentelemetry.context.Context;
import io.patchboard.kernel.state.Board;
import io.patchboard.tracing.TraceHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * When each board is due next: one key for each board that waits for something, {@code due time, board id}, so that a
 * scan finds the earliest first.
 *
 * <p>A deleted key leaves a tombstone that a scan must step over until RocksDB compacts it. The scan therefore begins
 * at the earliest time that can still be there, not at the beginning.
 */
final class TimerStore {

    /** Boards handled in one go; what is left is due again at the next. */
    private static final int MOST_AT_ONCE = 200;

    private final KeyValueStore<byte[], byte[]> store;
    private long lowWater;

    TimerStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    /**
     * @param dueMillis since the epoch
     * @param cause the trace of the decision that has set it
     */
    record Timer(long dueMillis, String boardId, Context cause) {}

    /** The boards that are due, earliest first, up to a bound. */
    List<Timer> due(long nowMillis) {
        List<Timer> due = new ArrayList<>();
        if (lowWater > nowMillis) {
            return due;
        }
        long next = Long.MAX_VALUE;
        try (KeyValueIterator<byte[], byte[]> timers = store.range(key(lowWater, ""), null)) {
            while (timers.hasNext() && next == Long.MAX_VALUE) {
                Timer timer = timer(timers.next());
                if (timer.dueMillis() > nowMillis || due.size() == MOST_AT_ONCE) {
                    next = timer.dueMillis();
                } else {
                    due.add(timer);
                }
            }
        }
        lowWater = due.isEmpty() ? next : due.get(0).dueMillis();
        return due;
    }

    /**
     * When a board is due, as a key can hold it; what is due before 1970 is due.
     *
     * @throws ArithmeticException if it is too far off to be counted
     */
    static Optional<Long> dueMillis(Board board) {
        return board.nextDue().map(due -> Math.max(0, due.toEpochMilli()));
    }

    /**
     * Moves a board's timer; the times are those of the board before and after a decision.
     *
     * @param cause the decision's trace
     */
    void move(String boardId, Optional<Long> from, Optional<Long> to, Context cause) {
        if (from.equals(to)) {
            return;
        }
        from.ifPresent(millis -> store.delete(key(millis, boardId)));
        to.ifPresent(millis -> put(millis, boardId, cause));
    }

    /** Removes a timer that fired although its board is not due then. */
    void settle(Timer timer, Optional<Long> due) {
        if (due.filter(at -> at == timer.dueMillis()).isEmpty()) {
            store.delete(key(timer.dueMillis(), timer.boardId()));
        }
    }

    /** Has a board looked at again later, whatever it is waiting for itself. */
    void postpone(Timer timer, long untilMillis) {
        store.delete(key(timer.dueMillis(), timer.boardId()));
        put(untilMillis, timer.boardId(), timer.cause());
    }

    private void put(long dueMillis, String boardId, Context cause) {
        store.put(key(dueMillis, boardId), value(cause));
        lowWater = Math.min(lowWater, dueMillis);
    }

    private static byte[] key(long dueMillis, String boardId) {
        byte[] id = boardId.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + id.length)
                .putLong(dueMillis)
                .put(id)
                .array();
    }

    private static Timer timer(KeyValue<byte[], byte[]> stored) {
        ByteBuffer buffer = ByteBuffer.wrap(stored.key);
        long due = buffer.getLong();
        String boardId = StandardCharsets.UTF_8.decode(buffer).toString();
        byte[] parent = StoredValue.content(boardId, stored.value);
        Context cause = TraceHeaders.readBytes(name -> name.equals(TraceHeaders.TRACEPARENT) ? parent : null);
        return new Timer(due, boardId, cause);
    }

    /** A timer is its key; the trace stands beside it, and of it the parent alone. */
    private static byte[] value(Context cause) {
        String parent = TraceHeaders.of(cause).getOrDefault(TraceHeaders.TRACEPARENT, "");
        return StoredValue.of(parent.getBytes(StandardCharsets.US_ASCII));
    }
}
