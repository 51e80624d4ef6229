package io.patchboard.standalone.webhook;

import io.patchboard.client.log.GroupListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What waits to be sent: of each board one entry after the other, and boards beside each other. */
final class Deliveries implements GroupListener {

    private static final int MOST_ENTRIES = 2_000;
    private static final long MOST_BYTES = 32L * 1024 * 1024;

    private final Delivery delivery;
    private final Consumer<LogRecord> done;
    private final Trouble trouble;
    private final Consumer<String> tell;
    private final Map<String, Lane> lanes = new HashMap<>();
    private int entries;
    private long bytes;

    /** The entries of one board, the first of which is being sent. */
    private static final class Lane {
        private final Deque<LogRecord> entries = new ArrayDeque<>();
        private Thread sender;
        private boolean dropped;
    }

    /**
     * @param done is told of each entry that was taken
     * @param tell is told what is wrong
     */
    Deliveries(Delivery delivery, Consumer<LogRecord> done, Trouble trouble, Consumer<String> tell) {
        this.delivery = delivery;
        this.done = done;
        this.trouble = trouble;
        this.tell = tell;
    }

    /** Whether more may come: a poll's worth over the bounds still fits. */
    synchronized boolean hasRoom() {
        return entries < MOST_ENTRIES && bytes < MOST_BYTES;
    }

    @Override
    public synchronized void entry(LogRecord next) {
        entries++;
        bytes += next.value().length;
        Lane lane = lanes.computeIfAbsent(next.boardId(), board -> new Lane());
        lane.entries.addLast(next);
        if (lane.sender == null) {
            lane.sender = Thread.startVirtualThread(() -> send(lane, next));
        }
    }

    private void send(Lane lane, LogRecord first) {
        try {
            for (Optional<LogRecord> next = Optional.of(first); next.isPresent(); next = after(lane, next.get())) {
                delivery.deliver(next.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // dropped, or at the end
        }
    }

    private synchronized Optional<LogRecord> after(Lane lane, LogRecord taken) {
        done.accept(taken);
        if (lane.dropped) {
            return Optional.empty();
        }
        lane.entries.removeFirst();
        entries--;
        bytes -= taken.value().length;
        if (lane.entries.isEmpty()) {
            lanes.remove(taken.boardId());
        }
        return Optional.ofNullable(lane.entries.peekFirst());
    }

    @Override
    public void problem(LogProblem problem) {
        problem.requireNoRegistry();
        tell.accept("Board " + problem.key() + ": " + problem.message() + " Nothing is sent of it. (" + problem.place()
                + ")");
    }

    @Override
    public synchronized void dropped() {
        lanes.values().forEach(lane -> {
            lane.dropped = true;
            lane.sender.interrupt();
        });
        lanes.clear();
        entries = 0;
        bytes = 0;
        trouble.forget();
    }
}
