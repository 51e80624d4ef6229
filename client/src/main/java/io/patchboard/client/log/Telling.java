package io.patchboard.client.log;

import io.patchboard.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** From records to what a listener is told. Used by one thread. */
final class Telling {

    private final Predicate<byte[]> keys;
    private final EntryDecoder decoder;
    private final LogListener listener;
    private final LogMerge merge = new LogMerge(this::tell, this::repeat);
    private final Set<String> queues = new HashSet<>();
    private final Map<String, Map<Long, String>> archived = new HashMap<>();
    private Predicate<LogRecord> wanted = entry -> true;
    private boolean heard;
    private boolean stopped;

    /** @param boardId whose entries are told; empty for all */
    Telling(Optional<String> boardId, EntryDecoder decoder, LogListener listener) {
        this(boardId.map(Telling::key).orElse(any -> true), decoder, listener);
    }

    /** @param keys of the records whose entries are told */
    Telling(Predicate<byte[]> keys, EntryDecoder decoder, LogListener listener) {
        this.keys = keys;
        this.decoder = decoder;
        this.listener = listener;
    }

    private static Predicate<byte[]> key(String boardId) {
        byte[] key = boardId.getBytes(StandardCharsets.UTF_8);
        return other -> Arrays.equals(key, other);
    }

    LogListener listener() {
        return listener;
    }

    LogMerge merge() {
        return merge;
    }

    /** The queues that what was heard speaks of. */
    Set<String> queues() {
        return queues;
    }

    /** Whether there was anything of the board. */
    boolean hasHeard() {
        return heard;
    }

    /** Whether the listener wants no more. */
    boolean hasStopped() {
        return stopped;
    }

    void only(Predicate<LogRecord> these) {
        wanted = these;
    }

    void hear(ConsumerRecord<byte[], byte[]> raw) {
        hear(raw, merge::offer);
    }

    void hearUnordered(ConsumerRecord<byte[], byte[]> raw) {
        hear(raw, this::tell);
    }

    private void hear(ConsumerRecord<byte[], byte[]> raw, Consumer<LogRecord> next) {
        boolean other = !keys.test(raw.key());
        if (stopped || other && heard) {
            return;
        }
        if (other) {
            listener.other(LogRecord.key(raw));
            return;
        }
        heard = true;
        try {
            LogRecord read = LogRecord.read(raw, decoder);
            queues.addAll(Queues.of(read.entry().event()));
            next.accept(read);
        } catch (UnreadableEntryException e) {
            listener.problem(LogProblem.of(raw, e));
        }
    }

    /**
     * Takes the next entry of a board's archived log. The same entry may still stand in its topic.
     *
     * @return whether to go on
     */
    boolean hearArchived(LogRecord read) {
        heard = true;
        Map<Long, String> hashes = archived.computeIfAbsent(read.boardId(), id -> new HashMap<>());
        boolean isNext = read.sequence() > 0
                && hashes.putIfAbsent(read.sequence(), read.entry().header().hash()) == null;
        if (isNext) {
            merge.offer(read);
        } else {
            listener.problem(LogProblem.repeated(read, "another line of its archived log"));
        }
        return !stopped;
    }

    private void tell(LogRecord entry) {
        if (!stopped && wanted.test(entry)) {
            stopped = !listener.entry(entry);
        }
    }

    private void repeat(LogRecord entry) {
        String known = archived.getOrDefault(entry.boardId(), Map.of()).get(entry.sequence());
        boolean archivedHere = entry.entry().header().hash().equals(known)
                && CanonicalJson.sha256(entry.json().without("hash")).equals(known);
        if (!archivedHere) {
            listener.problem(LogProblem.repeated(entry, entry.place()));
        }
    }
}
