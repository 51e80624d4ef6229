package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Where the log's topics can be cut, so that of each board either all is left or nothing, and nothing goes that is not
 * archived. So nobody who reads what is left has to know of the cut.
 *
 * <p>A cut begins as far behind as there is nothing but archived boards before it. It would go through boards that
 * begin before it and end after it; so it goes back to their beginnings, and so on. What it costs: some 100 bytes of
 * heap for each board and topic.
 */
public final class LogCut {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TIME_TO_ANSWER = Duration.ofMinutes(1);

    private final Map<TopicPartition, Long> offsets = new HashMap<>();
    private final Map<String, Map<TopicPartition, Extent>> boards = new HashMap<>();
    private final Set<String> kept = new HashSet<>();

    /** The offsets of the first and last record of a board in a partition. */
    private record Extent(long first, long last) {

        Extent with(long offset) {
            return new Extent(first, offset);
        }
    }

    private LogCut() {}

    /**
     * Reads all of the log.
     *
     * @param archived up to which sequence each board is in an archive; what is missing is not
     */
    public static LogCut find(KafkaConnection connection, Map<String, Long> archived) {
        LogCut cut = new LogCut();
        EntryDecoder decoder = EntryDecoder.of(connection);
        try (LogSource source = LogSource.open(connection, Optional.empty())) {
            source.markEnd();
            cut.offsets.putAll(source.ends());
            while (!source.atEnd()) {
                source.poll(POLL).forEach(raw -> cut.add(raw, decoder, archived));
            }
        }
        cut.goBack();
        return cut;
    }

    private void add(ConsumerRecord<byte[], byte[]> raw, EntryDecoder decoder, Map<String, Long> archived) {
        String board = LogRecord.key(raw);
        TopicPartition place = new TopicPartition(raw.topic(), raw.partition());
        if (raw.offset() >= offsets.getOrDefault(place, 0L)) {
            kept.add(board); // it goes on just now
            return;
        }
        boards.computeIfAbsent(board, id -> new HashMap<>())
                .merge(place, new Extent(raw.offset(), raw.offset()), (known, next) -> known.with(raw.offset()));
        if (!isArchived(raw, decoder, archived.getOrDefault(board, 0L))) {
            kept.add(board);
        }
    }

    private static boolean isArchived(ConsumerRecord<byte[], byte[]> raw, EntryDecoder decoder, long length) {
        try {
            return length > 0 && LogRecord.read(raw, decoder).sequence() <= length;
        } catch (UnreadableEntryException e) {
            return false;
        }
    }

    /** Before all that is kept, until no board is cut in two. */
    private void goBack() {
        Map<TopicPartition, ArrayDeque<String>> ends = endsByPartition();
        Queue<String> behind = new ArrayDeque<>(kept);
        while (!behind.isEmpty()) {
            Map<TopicPartition, Extent> extents = boards.getOrDefault(behind.remove(), Map.of());
            extents.forEach((place, extent) -> {
                if (offsets.get(place) > extent.first()) {
                    offsets.put(place, extent.first());
                    behind.addAll(crossing(place, ends.get(place)));
                }
            });
        }
    }

    /** Boards that have a record at or behind the cut in a partition, and were not known to. */
    private Collection<String> crossing(TopicPartition place, ArrayDeque<String> ends) {
        Set<String> crossing = new HashSet<>();
        while (!ends.isEmpty() && boards.get(ends.peek()).get(place).last() >= offsets.get(place)) {
            String board = ends.remove();
            if (kept.add(board)) {
                crossing.add(board);
            }
        }
        return crossing;
    }

    /** The boards of each partition, the one that ends last first. */
    private Map<TopicPartition, ArrayDeque<String>> endsByPartition() {
        Map<TopicPartition, List<String>> places = new HashMap<>();
        boards.forEach((board, extents) -> extents.keySet()
                .forEach(place ->
                        places.computeIfAbsent(place, any -> new ArrayList<>()).add(board)));
        return places.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        place -> place.getValue().stream()
                                .sorted(Comparator.comparingLong((String board) -> boards.get(board)
                                                .get(place.getKey())
                                                .last())
                                        .reversed())
                                .collect(Collectors.toCollection(ArrayDeque::new))));
    }

    /** The boards of which nothing is left behind the cut. */
    public SortedSet<String> removed() {
        SortedSet<String> removed = new TreeSet<>(boards.keySet());
        removed.removeAll(kept);
        return removed;
    }

    /** The boards that stand right behind the cut and keep it from going further. */
    public SortedSet<String> holders() {
        SortedSet<String> holders = new TreeSet<>();
        boards.forEach((board, extents) -> extents.forEach((place, extent) -> {
            if (extent.first() == offsets.get(place)) {
                holders.add(board);
            }
        }));
        return holders;
    }

    /**
     * Removes what is before the cut from the topics.
     *
     * @throws KafkaException if that is refused, or no answer came; then some of it may be gone, and doing it again
     *     removes the rest
     */
    public void make(KafkaConnection connection) {
        if (removed().isEmpty()) {
            return;
        }
        Map<TopicPartition, RecordsToDelete> before = offsets.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, cut -> RecordsToDelete.beforeOffset(cut.getValue())));
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-log-cut", TIME_TO_ANSWER))) {
            admin.deleteRecords(before).all().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
