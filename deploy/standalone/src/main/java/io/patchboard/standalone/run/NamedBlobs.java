package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.client.log.SentReader;
import io.patchboard.client.log.SentRecord;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.kernel.stream.BoardKeys;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.BoardPaused;
import io.patchboard.registry.RegistryUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Blobs that are named anywhere: in the logs (patches, views and verdicts, of now and of before), in published
 * blueprints, and in what was sent and is not decided.
 */
public final class NamedBlobs implements LogListener {

    private final SortedMap<String, String> places = new TreeMap<>();
    private final Set<String> paused = new HashSet<>();
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
        SentReader sent = new SentReader(connection);
        log.scanWritten(this);
        RecordDecoder decoder = RecordDecoder.of(JsonLimits.DEFAULT, connection.properties());
        String commands = connection.topics().commands();
        Consumer<SentRecord> waiting = one -> waiting(decoder, one, one.topic().equals(commands));
        if (paused.isEmpty()) {
            sent.scanUndecided(waiting);
        } else {
            sent.scan(waiting);
        }
    }

    /**
     * What was acknowledged and is not decided is in no log yet: where kernels are away, and on boards that are paused,
     * in whose store it may wait for long, or that were paused and have not done with it. What cannot be read here the
     * kernel rejects.
     */
    private void waiting(RecordDecoder decoder, SentRecord sent, boolean isCommand) {
        Optional<String> board = BoardKeys.boardId(sent.key());
        if (!sent.passed() || board.filter(paused::contains).isPresent()) {
            String where = "a message to board " + board.orElse("?");
            try {
                add(
                        where,
                        isCommand
                                ? decoder.decodeCommand(sent.value()).toJson()
                                : decoder.decodeProposal(sent.value()).toJson());
            } catch (DecodeException e) {
                e.json().ifPresent(json -> add(where, json));
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
        if (next.entry().event() instanceof BoardPaused) {
            paused.add(next.boardId());
        }
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
