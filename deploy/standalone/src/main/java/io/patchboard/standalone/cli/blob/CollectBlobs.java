package io.patchboard.standalone.cli.blob;

import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Pulse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code blob collect}. */
@Command(
        name = "collect",
        description = {
            "Removes the blobs that no log of a board and no published blueprint names, and that were put some time ago.",
            "Tells which blobs are named and missing. May run while a server does."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 done; 1 not all of the log could be read, so nothing was removed."})
final class CollectBlobs implements Callable<Integer> {

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            description =
                    "Leave those that were put within this time: somebody may be about to name them. Default: 24h")
    private Duration grace = Duration.ofHours(24);

    @Option(names = "--dry-run", description = "Remove nothing, and tell what would be.")
    private boolean dryRun;

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    @Mixin
    private ArchivedLogOptions source = new ArchivedLogOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        Output output = options.output();
        BlobStore store = blobs.openNamed();
        // Taken before the log is read: who puts a blob after that has all of the time for naming it.
        Instant before = Instant.now().minus(grace);
        Named named = new Named();
        try (Cluster cluster = source.open(output)) {
            if (cluster.logReader().topics().isEmpty()) {
                throw CliException.noLog(cluster.connection().topics().prefix());
            }
            readCatalog(cluster, named);
            try (Pulse pulse = Pulse.startLater(output.errors(), () -> "Reading the log: " + named.entries)) {
                cluster.logReader().scanWritten(named);
            }
        }
        named.requireAll();
        SortedMap<String, String> missing = new TreeMap<>(named.boards);
        missing.keySet().removeIf(sha256 -> store.size(sha256).isPresent());
        report(removed(store, before, named.boards.keySet()), missing, output);
        return ExitCodes.OK;
    }

    private static void readCatalog(Cluster cluster, Named named) {
        try (CatalogTopic catalog = new CatalogTopic(cluster.connection())) {
            catalog.read()
                    .shelves()
                    .forEach(shelf -> shelf.versions()
                            .forEach(version -> named.add("the blueprint " + version.label(), version.document())));
        }
    }

    private SortedSet<String> removed(BlobStore store, Instant before, Set<String> wanted) {
        SortedSet<String> unwanted = new TreeSet<>();
        try {
            SortedSet<String> gone = new TreeSet<>(store.sweep(before, sha256 -> {
                boolean isWanted = wanted.contains(sha256);
                if (!isWanted) {
                    unwanted.add(sha256);
                }
                return isWanted || dryRun;
            }));
            return dryRun ? unwanted : gone;
        } catch (IOException e) {
            throw CliException.failed("Expected to remove blobs, but " + e + ". Some may be gone.");
        }
    }

    private void report(SortedSet<String> removed, SortedMap<String, String> missing, Output output) {
        removed.forEach(sha256 -> output.line((dryRun ? "would remove " : "removed ") + sha256));
        missing.forEach((sha256, where) -> output.line("missing " + sha256 + ", which " + where + " names"));
        output.line(removed.size() + (dryRun ? " to remove, " : " removed, ") + missing.size() + " missing");
        if (output.isJson()) {
            JsonObject.Builder places = JsonObject.builder();
            missing.forEach((sha256, where) -> places.put(sha256, where));
            output.document(JsonObject.builder()
                    .put("dryRun", dryRun)
                    .put("removed", JsonArray.ofStrings(removed))
                    .put("missing", places.build())
                    .build());
        }
    }

    /** What is named anywhere in the logs: patches, views and verdicts, of now and of before. */
    private static final class Named implements LogListener {

        private final SortedMap<String, String> boards = new TreeMap<>();
        private final Progress entries = new Progress();
        private int unreadable;

        @Override
        public void progress(int percent) {
            entries.percent(percent);
        }

        private void add(String where, Json json) {
            BlobHandle.in(json).forEach(blob -> boards.putIfAbsent(blob.sha256(), where));
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

        /** What could not be read may name any of them. */
        private void requireAll() {
            if (unreadable > 0) {
                throw CliException.failed(
                        "Expected to read all of the log, but " + unreadable
                                + " records of it could not be. Nothing was removed. \"patchboard replay --verify\" names them.");
            }
        }
    }
}
