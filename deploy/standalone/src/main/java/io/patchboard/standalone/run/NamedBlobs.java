package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.LogSource;
import io.patchboard.client.log.Progress;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.kernel.stream.BoardKeys;
import io.patchboard.record.BlobHandle;
import io.patchboard.registry.RegistryUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Blobs that are named anywhere: in the logs (patches, views and verdicts, of now and of before), in published
 * blueprints, and in what waits for boards that are paused.
 */
public final class NamedBlobs implements LogListener {

    private static final Duration POLL = Duration.ofMillis(100);

    private final SortedMap<String, String> places = new TreeMap<>();
    private final PausedBoards paused = new PausedBoards();
    private final Progress entries = new Progress();
    private int unreadable;

    /** Reads all that is written by now. */
    public void read(LogReader log, KafkaConnection connection) {
        try (CatalogTopic catalog = new CatalogTopic(connection)) {
            catalog.read()
                    .shelves()
                    .forEach(shelf -> shelf.versions()
                            .forEach(version -> add("the blueprint " + version.label(), version.document())));
        }
        log.scanWritten(this);
        if (!paused.isEmpty()) {
            readWaiting(connection);
        }
    }

    /**
     * What boards that are paused were sent: it waits in the kernel's store, for as long as they are, and is in no log
     * until then. What cannot be read here the kernel rejects.
     */
    private void readWaiting(KafkaConnection connection) {
        RecordDecoder decoder = RecordDecoder.of(JsonLimits.DEFAULT, connection.properties());
        try (LogSource source =
                LogSource.openTopics(connection, Set.of(connection.topics().proposals()))) {
            source.markEnd();
            while (source.left().missing() > 0) {
                source.poll(POLL).forEach(sent -> waiting(decoder, sent));
            }
        }
    }

    private void waiting(RecordDecoder decoder, ConsumerRecord<byte[], byte[]> sent) {
        Optional<String> board = BoardKeys.boardId(sent.key()).filter(paused::has);
        if (board.isPresent()) {
            try {
                add(
                        "a message to board " + board.get(),
                        decoder.decodeProposal(sent.value()).toJson());
            } catch (DecodeException e) {
                e.json().ifPresent(json -> add("a message to board " + board.get(), json));
            } catch (RegistryUnavailableException e) {
                throw new UnreadableLogException(
                        "What was sent cannot be read without its Schema Registry. " + e.getMessage());
            }
        }
    }

    private void add(String where, Json json) {
        BlobHandle.in(json).forEach(blob -> places.putIfAbsent(blob.sha256(), where));
    }

    @Override
    public void progress(int percent) {
        entries.percent(percent);
    }

    @Override
    public boolean entry(LogRecord next) {
        entries.entry();
        paused.accept(next.entry());
        add("board " + next.boardId(), next.entry().toJson());
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        unreadable++;
    }

    /** How many records could not be read; they may name any of the blobs. */
    public int unreadable() {
        return unreadable;
    }

    /** How far the reading is. */
    public Progress entries() {
        return entries;
    }

    /** Those that a store does not have, each with where it is named. */
    public SortedMap<String, String> missing(BlobStore store) throws IOException {
        SortedMap<String, String> missing = new TreeMap<>(places);
        missing.keySet().retainAll(Set.copyOf(store.missing(places.keySet())));
        return missing;
    }

    /**
     * Removes the others.
     *
     * @param before when they were put last; taken before the reading, so that whoever puts one after that has all of
     *     the time for naming it
     * @param dryRun whether they stay, and are only told
     */
    public SortedSet<String> removeOthers(BlobStore store, Instant before, boolean dryRun) throws IOException {
        SortedSet<String> unwanted = new TreeSet<>();
        SortedSet<String> gone = new TreeSet<>(store.sweep(before, sha256 -> {
            boolean isWanted = places.containsKey(sha256);
            if (!isWanted) {
                unwanted.add(sha256);
            }
            return isWanted || dryRun;
        }));
        return dryRun ? unwanted : gone;
    }
}
