package io.patchboard.client.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Puts the entries of each board in order. They come from several topics, in order within each, and their sequence is
 * dense: so it is known which one is missing, and those after it wait.
 */
final class LogMerge {

    private final Consumer<LogRecord> next;
    private final Consumer<LogRecord> repeat;
    private final Map<String, Lane> lanes = new HashMap<>();
    private long waiting;
    private boolean sealed;

    /**
     * @param next gets each entry in its turn
     * @param repeat gets entries whose sequence their board has had
     */
    LogMerge(Consumer<LogRecord> next, Consumer<LogRecord> repeat) {
        this.next = next;
        this.repeat = repeat;
    }

    void offer(LogRecord entry) {
        if (sealed && !lanes.containsKey(entry.boardId())) {
            return;
        }
        lanes.computeIfAbsent(entry.boardId(), id -> new Lane()).offer(entry);
    }

    /** How many entries wait for others before them. */
    long waiting() {
        return waiting;
    }

    /** The entries that wait, in no particular order. */
    List<LogRecord> held() {
        List<LogRecord> held = new ArrayList<>();
        lanes.values().forEach(lane -> held.addAll(lane.waiting.values()));
        return held;
    }

    /** From now on takes only what is missing before entries that came already: a cut through a log that grows. */
    void seal() {
        sealed = true;
        lanes.values().forEach(Lane::seal);
    }

    /** Gives out all that wait, over the gaps before them. */
    void skipGaps() {
        lanes.values().forEach(Lane::skipGaps);
    }

    /** Gives out these of those that wait, over the gaps before them. */
    void skipGaps(List<LogRecord> before) {
        before.forEach(entry ->
                Optional.ofNullable(lanes.get(entry.boardId())).ifPresent(lane -> lane.skipGapsTo(entry.sequence())));
    }

    private final class Lane {

        private final TreeMap<Long, LogRecord> waiting = new TreeMap<>();
        private long expected = 1;
        private long last = Long.MAX_VALUE;

        void offer(LogRecord entry) {
            long sequence = entry.sequence();
            if (sequence > last) {
                return;
            }
            if (sequence < expected || waiting.containsKey(sequence)) {
                repeat.accept(entry);
            } else if (sequence == expected) {
                give(entry);
                release();
            } else {
                waiting.put(sequence, entry);
                LogMerge.this.waiting++;
            }
        }

        private void give(LogRecord entry) {
            expected = entry.sequence() + 1;
            next.accept(entry);
        }

        private void release() {
            while (!waiting.isEmpty() && waiting.firstKey() == expected) {
                LogMerge.this.waiting--;
                give(waiting.pollFirstEntry().getValue());
            }
        }

        void seal() {
            last = waiting.isEmpty() ? expected - 1 : waiting.lastKey();
        }

        void skipGaps() {
            skipGapsTo(Long.MAX_VALUE);
        }

        void skipGapsTo(long sequence) {
            while (!waiting.isEmpty() && waiting.firstKey() <= sequence) {
                expected = waiting.firstKey();
                release();
            }
        }
    }
}
