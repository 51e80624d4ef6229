package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.record.BlobHandle;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Blobs that are named anywhere: in the logs (patches, views and verdicts, of now and of before) and in published
 * blueprints.
 */
public final class NamedBlobs implements LogListener {

    private final SortedMap<String, String> places = new TreeMap<>();
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
