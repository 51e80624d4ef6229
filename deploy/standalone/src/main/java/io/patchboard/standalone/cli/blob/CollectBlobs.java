package io.patchboard.standalone.cli.blob;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.run.NamedBlobs;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.SortedSet;
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
        Instant before = Instant.now().minus(grace);
        NamedBlobs named = new NamedBlobs();
        try (Cluster cluster = source.open(output);
                Pulse pulse = Pulse.startLater(output.errors(), () -> "Reading the log: " + named.entries())) {
            cluster.requireLog();
            named.read(cluster.logReader(), cluster.connection());
        }
        requireAll(named);
        try {
            SortedMap<String, String> missing = named.missing(store);
            report(named.removeOthers(store, before, dryRun), missing, output);
        } catch (IOException e) {
            throw CliException.failed("Expected to remove blobs, but " + FileTrouble.of(e) + ". Some may be gone.");
        }
        return ExitCodes.OK;
    }

    /** What could not be read may name any of them. */
    private static void requireAll(NamedBlobs named) {
        if (named.unreadable() > 0) {
            throw CliException.failed("Expected to read all of the log, but " + named.unreadable()
                    + " records of it could not be. Nothing was removed. \"patchboard replay --verify\" names them.");
        }
    }

    private void report(SortedSet<String> removed, SortedMap<String, String> missing, Output output) {
        removed.forEach(sha256 -> output.line((dryRun ? "would remove " : "removed ") + sha256));
        missing.forEach(
                (sha256, where) -> output.line("missing " + sha256 + ", which " + Text.printable(where) + " names"));
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
}
