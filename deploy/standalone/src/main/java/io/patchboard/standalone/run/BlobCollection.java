package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.FollowerThread;
import io.patchboard.client.log.LogReader;
import io.patchboard.gateway.blob.BlobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs that nothing names go by themselves: a server removes them at an interval, for which it reads all logs on a
 * thread of its own, as long as there is any blob that is old enough.
 */
public final class BlobCollection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BlobCollection.class);

    /** A server that is started anew each day collects, too, when it has begun its other work. */
    private static final Duration LONGEST_FIRST = Duration.ofMinutes(15);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(10);

    private final FollowerThread thread;

    private BlobCollection(FollowerThread thread) {
        this.thread = thread;
    }

    /**
     * Collects when the interval or a quarter of an hour has passed, whichever is shorter, and then at each interval
     * until this is closed.
     *
     * @param grace how long ago a blob was put last that may go
     */
    public static BlobCollection start(BlobStore store, Duration every, Duration grace, KafkaConnection connection) {
        FollowerThread thread = new FollowerThread(
                "patchboard-blobs",
                "remove blobs that nothing names",
                PAUSE_AFTER_FAILURE,
                running -> {
                    running.pause(every.compareTo(LONGEST_FIRST) < 0 ? every : LONGEST_FIRST);
                    while (!running.isClosed()) {
                        collect(store, grace, connection);
                        running.pause(every);
                    }
                },
                failure -> {});
        thread.start();
        return new BlobCollection(thread);
    }

    private static void collect(BlobStore store, Duration grace, KafkaConnection connection) {
        Instant before = Instant.now().minus(grace);
        try {
            if (!hasOlder(store, before)) {
                return;
            }
            NamedBlobs named = new NamedBlobs();
            named.read(new LogReader(connection), connection);
            if (named.unreadable() > 0) {
                LOG.warn(
                        "Expected to remove blobs that nothing names, but {} records of the log could not be read, and"
                                + " may name any. \"replay --verify\" names them. Nothing was removed.",
                        named.unreadable());
                return;
            }
            SortedSet<String> gone = named.removeOthers(store, before, false);
            LOG.info("{} blobs that nothing names were removed.", gone.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasOlder(BlobStore store, Instant before) throws IOException {
        AtomicBoolean any = new AtomicBoolean();
        store.sweep(before, sha256 -> {
            any.set(true);
            return true;
        });
        return any.get();
    }

    @Override
    public void close() {
        thread.close();
    }
}
