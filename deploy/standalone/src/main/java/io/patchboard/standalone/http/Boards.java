package io.patchboard.standalone.http;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.standalone.read.BoardProjection;
import io.patchboard.standalone.read.Follow;
import io.patchboard.standalone.read.LogListener;
import io.patchboard.standalone.read.LogReader;
import io.patchboard.standalone.read.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest of every board, from the logs alone. One thread follows them; if the broker goes away it tries again, from
 * the beginning, and what was known is served meanwhile.
 */
final class Boards implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Boards.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final LogReader reader;
    private final Thread thread = new Thread(this::run, "patchboard-boards");
    private volatile Optional<Fold> current = Optional.empty();

    private Boards(LogReader reader) {
        this.reader = reader;
    }

    static Boards follow(LogReader reader) {
        Boards boards = new Boards(reader);
        boards.thread.setDaemon(true);
        boards.thread.start();
        return boards;
    }

    /** Whether all that was committed before the start is known. */
    boolean caughtUp() {
        return current.isPresent();
    }

    /** Something of each board that somebody created, by id. */
    <T> List<T> all(Function<BoardProjection, T> view) {
        return current.map(fold -> fold.all(view)).orElse(List.of());
    }

    /** Something of one board; absent if nobody created it. */
    <T> Optional<T> one(String id, Function<BoardProjection, T> view) {
        return current.flatMap(fold -> fold.one(id, view));
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                reader.followAll(Follow.FROM_BEGINNING, new Fold());
            } catch (KafkaException e) {
                LOG.warn("Expected to follow the boards' logs, but: {} Trying again.", e.toString());
                pause();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("Expected to follow the boards' logs, but that failed. Trying again.", e);
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One reading of all logs. What it finds is shown once it has caught up. */
    private final class Fold implements LogListener {

        private final Blueprints blueprints = new Blueprints();
        private final TreeMap<String, BoardProjection> boards = new TreeMap<>();

        @Override
        public synchronized boolean entry(LogRecord next) {
            boards.computeIfAbsent(next.boardId(), id -> new BoardProjection(id, blueprints))
                    .accept(next.entry());
            return true;
        }

        @Override
        public void caughtUp() {
            current = Optional.of(this);
        }

        synchronized <T> List<T> all(Function<BoardProjection, T> view) {
            return boards.values().stream()
                    .filter(BoardProjection::exists)
                    .map(view)
                    .toList();
        }

        synchronized <T> Optional<T> one(String id, Function<BoardProjection, T> view) {
            return Optional.ofNullable(boards.get(id))
                    .filter(BoardProjection::exists)
                    .map(view);
        }
    }
}
