package io.patchboard.client.model;

import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How far somebody was told of a board's log, while it may be that not all of that is kept yet. Of the latest boards
 * only, whatever is sent. Safe for use by several threads.
 */
final class Told {

    static final int MOST_BOARDS = 20_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Map<String, Long> sequences = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_BOARDS;
        }
    };

    private long changes;

    /** Of a board that nobody has created there is nothing to read. */
    synchronized void tell(LogEntry entry) {
        if (entry.header().version() > 0) {
            sequences.merge(entry.boardId(), entry.sequence(), Math::max);
        }
    }

    synchronized OptionalLong of(String boardId) {
        Long sequence = sequences.get(boardId);
        return sequence == null ? OptionalLong.empty() : OptionalLong.of(sequence);
    }

    /** All up to this sequence is kept. */
    synchronized void reached(String boardId, long sequence) {
        sequences.computeIfPresent(boardId, (id, told) -> told <= sequence ? null : told);
    }

    /** Something more is kept. */
    synchronized void changed() {
        changes++;
        notifyAll();
    }

    private synchronized long changes() {
        return changes;
    }

    /**
     * Waits until something holds, asking with each change and each second: that nothing more comes is no change.
     *
     * @return whether it does
     */
    boolean await(BooleanSupplier reached, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (true) {
            long before = changes();
            if (reached.getAsBoolean()) {
                return true;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            awaitChange(before, Math.min(left, BETWEEN_LOOKS.toNanos()));
        }
    }

    private synchronized void awaitChange(long before, long most) throws InterruptedException {
        if (changes == before) {
            TimeUnit.NANOSECONDS.timedWait(this, most);
        }
    }
}
