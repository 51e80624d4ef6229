package io.patchboard.client.model;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Requested;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A database of its own for each test. */
abstract class StoreRig {

    @TempDir
    private Path dir;

    private ModelStore store;

    @BeforeEach
    void open() {
        store = ModelStore.open(dir);
    }

    @AfterEach
    void close() {
        store.close();
    }

    ModelStore store() {
        return store;
    }

    /** As topics give them at the worst: those of one topic long before those of another. */
    void putReversed(List<LogEntry> entries) {
        List<LogEntry> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        put(reversed);
    }

    /** The sample's blueprint under another name, with another worker in place of its own. */
    static Json otherBlueprint(String name, String worker) {
        return JsonReader.parse(SampleLog.BLUEPRINT
                .toString()
                .replace("\"name\":\"counter\"", "\"name\":\"" + name + "\"")
                .replace("\"counter\":", "\"" + worker + "\":")
                .replace("\"invoke\":\"counter\"", "\"invoke\":\"" + worker + "\""));
    }

    static void amend(SampleLog log, Json blueprint) {
        log.add(new BlueprintAmended(
                new Requested("c-2", Optional.empty(), Optional.empty()),
                blueprint,
                CanonicalJson.sha256(blueprint),
                CanonicalJson.sha256(SampleLog.BLUEPRINT),
                AmendBlueprint.Open.KEEP,
                List.of(),
                List.of()));
    }

    /** As if they had just been read from their topics. */
    void put(List<LogEntry> entries) {
        store.put(
                entries.stream()
                        .map(entry -> Row.of(entry, SampleLog.bytes(entry)))
                        .toList(),
                Instant.EPOCH.toEpochMilli(),
                Map.of());
    }
}
