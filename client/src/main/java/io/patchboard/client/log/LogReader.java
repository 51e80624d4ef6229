package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Child;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads boards' logs from the topics.
 *
 * <p>Holds nothing open between calls, and may be used by several threads. A call throws a
 * {@link org.apache.kafka.common.KafkaException} when the cluster cannot be read; what it threw is for the caller to
 * put into words.
 */
public final class LogReader {

    private static final Duration POLL = Duration.ofMillis(100);

    /** How long the entries of one transaction may take to become visible in all topics; usually milliseconds. */
    static final Duration SETTLE = Duration.ofSeconds(5);

    /** How often a follower looks for new topics, and whether the cluster is still there. */
    private static final Duration LOOK_AROUND = Duration.ofSeconds(3);

    private final KafkaConnection connection;
    private final EntryDecoder decoder;
    private final Optional<LogArchive> archive;

    public LogReader(KafkaConnection connection) {
        this(connection, RecordEntryDecoder.of(connection));
    }

    public LogReader(KafkaConnection connection, EntryDecoder decoder) {
        this(connection, decoder, Optional.empty());
    }

    private LogReader(KafkaConnection connection, EntryDecoder decoder, Optional<LogArchive> archive) {
        this.connection = connection;
        this.decoder = decoder;
        this.archive = archive;
    }

    /** One whose {@link #scan scans} read boards' logs from their files first, as far as those go. */
    public LogReader with(LogArchive older) {
        return new LogReader(connection, decoder, Optional.of(older));
    }

    private Telling telling(Optional<String> boardId, LogListener listener) {
        return new Telling(boardId, decoder, listener);
    }

    /**
     * Tells what is committed at the time of the call, each board's entries in order; those of different boards are
     * mixed. Entries after a gap come last.
     *
     * @param boardId whose log; empty for all boards
     */
    public void scan(Optional<String> boardId, LogListener listener) {
        Telling telling = telling(boardId, listener);
        tellArchived(boardId, telling);
        try (LogSource source = LogSource.open(connection, boardId)) {
            source.markEnd();
            scan(source, telling);
        }
        // The partition was computed. Should the topics' writer compute otherwise, the board is in another one.
        if (boardId.isPresent() && !telling.hasHeard()) {
            try (LogSource source = LogSource.open(connection, Optional.empty())) {
                source.markEnd();
                scan(source, telling);
            }
        }
    }

    /** As {@link #scan}, of all boards and what is written by now: transactions that are open are waited for. */
    public void scanWritten(LogListener listener) {
        Telling telling = telling(Optional.empty(), listener);
        tellArchived(Optional.empty(), telling);
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            source.markWritten(connection);
            scan(source, telling);
        }
    }

    private void tellArchived(Optional<String> boardId, Telling telling) {
        archive.ifPresent(older -> older.read(
                boardId,
                decoder,
                entry -> {
                    requireOurs(entry);
                    return telling.hearArchived(entry);
                },
                telling.listener()::damaged));
    }

    private void requireOurs(LogRecord archived) {
        String prefix = connection.topics().prefix();
        if (!archived.topic().startsWith(prefix)) {
            throw new UnreadableLogException("Expected an archive of the topics " + prefix + "*, but board \""
                    + archived.boardId() + "\" stood in " + archived.topic()
                    + ". Name the right --archive or --prefix.");
        }
    }

    /** As {@link #scan}, of a board and all that were made {@link Child#isBelow below} it. */
    public void scanFamily(String boardId, LogListener listener) {
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            source.markEnd();
            scan(source, family(boardId, listener));
        }
    }

    private Telling family(String boardId, LogListener listener) {
        byte[] key = boardId.getBytes(StandardCharsets.UTF_8);
        return new Telling(other -> Arrays.equals(key, other) || Child.isBelow(key, other), decoder, listener);
    }

    /** Whether the beginning of a topic is gone, and so logs that stood there. */
    public boolean isCut() {
        return !begins().isEmpty();
    }

    /** For each topic and partition of which the beginning is gone, the first offset that is left. */
    public SortedMap<String, SortedMap<Integer, Long>> begins() {
        SortedMap<String, SortedMap<Integer, Long>> begins = new TreeMap<>();
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            source.begins().forEach((partition, first) -> {
                if (first > 0) {
                    begins.computeIfAbsent(partition.topic(), topic -> new TreeMap<>())
                            .put(partition.partition(), first);
                }
            });
        }
        return begins;
    }

    /** The log's topics that there are. */
    public SortedSet<String> topics() {
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            return source.topics();
        }
    }

    private void scan(LogSource source, Telling telling) {
        long all = Math.max(1, source.left().missing());
        while (!telling.hasStopped() && !source.atEnd()) {
            source.poll(POLL).forEach(telling::hear);
            telling.listener().progress((int) (100 - 100 * source.left().missing() / all));
            source.balance(telling.merge());
        }
        source.requireReadable(telling.queues());
        telling.merge().seal();
        telling.listener().sealed();
        Deadline settled = Deadline.in(SETTLE);
        while (!telling.hasStopped() && telling.merge().waiting() > 0 && !settled.passed()) {
            source.poll(POLL).forEach(telling::hear);
        }
        telling.merge().skipGaps();
    }

    /**
     * Tells the entries of one board, in order, as they are committed. An entry is passed over if it is missing though
     * others after it came, and all that was written by then has been read: it will not come any more.
     */
    public Follow.End follow(String boardId, Follow how, LogListener listener) {
        return follow(telling(Optional.of(boardId), listener), how);
    }

    /** As {@link #follow}, of a board and all that are made {@link Child#isBelow below} it. */
    public Follow.End followFamily(String boardId, Follow how, LogListener listener) {
        return follow(family(boardId, listener), how);
    }

    /** As {@link #follow}, for all boards; the entries of different boards are mixed. */
    public Follow.End followAll(Follow how, LogListener listener) {
        return follow(telling(Optional.empty(), listener), how);
    }

    /**
     * Looks for an entry among those of one board that are committed at the time of the call and are outcomes of
     * requests.
     *
     * @return empty if the log has none; only then
     * @throws TimeoutException if the log could not be read to its end in time
     */
    public Optional<LogEntry> find(String boardId, Predicate<LogEntry> wanted, Duration longest) {
        Search search = new Search(wanted);
        Telling telling = telling(Optional.of(boardId), search);
        Deadline deadline = Deadline.in(longest);
        try (LogSource source = LogSource.openOutcomes(connection, Optional.of(boardId))) {
            source.markEnd();
            while (!telling.hasStopped() && !source.atEnd()) {
                if (deadline.passed()) {
                    throw new TimeoutException("the log of board " + boardId + " is longer than can be read in "
                            + longest.toSeconds() + " s.");
                }
                source.poll(deadline.atMost(POLL)).forEach(telling::hearUnordered);
            }
        }
        return search.found();
    }

    private Follow.End follow(Telling telling, Follow how) {
        // Following reads all partitions: a board that does not exist yet has no partition to be checked against.
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            return follow(source, how, telling);
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
            return Follow.End.INTERRUPTED;
        }
    }

    private Follow.End follow(LogSource source, Follow how, Telling telling) {
        Deadline deadline = how.timeout().map(Deadline::in).orElse(Deadline.NEVER);
        Deadline lookAround = Deadline.in(LOOK_AROUND);
        MissingEntries missing = source.missing(connection, telling.merge());
        boolean caughtUp = false;
        source.markEnd();
        telling.only(how.fromBeginning() ? entry -> true : source::isNew);
        while (!telling.hasStopped()) {
            if (Thread.currentThread().isInterrupted()) {
                return Follow.End.INTERRUPTED;
            }
            if (deadline.passed()) {
                return Follow.End.TIMED_OUT;
            }
            ConsumerRecords<byte[], byte[]> records = source.poll(deadline.atMost(POLL));
            records.forEach(telling::hear);
            missing.passOver(partition -> false);
            boolean catchesUp = !caughtUp && source.atEnd() && telling.merge().waiting() == 0 && !telling.hasStopped();
            if (catchesUp) {
                caughtUp = true;
                telling.listener().caughtUp();
            }
            if (caughtUp
                    && (catchesUp || records.isEmpty())
                    && telling.merge().waiting() == 0
                    && !telling.listener().quiet()) {
                return Follow.End.STOPPED;
            }
            if (lookAround.passed()) {
                source.addNewPartitions();
                lookAround = Deadline.in(LOOK_AROUND);
            }
        }
        return Follow.End.STOPPED;
    }
}
