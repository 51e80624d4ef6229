package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.seal.KeyEntry;
import io.patchboard.client.seal.Opener;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.LogHeader;
import io.patchboard.record.SealedValue;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code board show}. */
@Command(
        name = "show",
        description = "Shows how a board is: its phase, what it has done, what it waits for, what it has spent.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board show review-7"})
final class ShowBoard implements Callable<Integer> {

    @Mixin
    private BoardSource source;

    @Mixin
    private OutputOptions options;

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description = "Say which blobs that its state points to are not in this directory, or s3://BUCKET/PREFIX.")
    private Optional<String> blobs = Optional.empty();

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Override
    public Integer call() {
        Output output = options.output();
        BoardProjection projection = source.history(boardId, output).projection();
        BoardReport report =
                new BoardReport(projection, source.needingPersonBelow(projection.board(), output), source.again());
        List<String> missing = blobs.map(dir -> missing(dir, projection)).orElse(List.of());
        List<KeyEntry.Erased> erased = erased(projection, output);
        if (output.isJson()) {
            JsonObject json = missing.isEmpty()
                    ? report.json()
                    : report.json().with("missingBlobs", JsonArray.ofStrings(missing));
            output.document(erased.isEmpty() ? json : json.with("erased", KeyEntry.Erased.list(erased)));
        } else {
            report.lines(output.look()).forEach(output::line);
            missing.forEach(sha256 -> output.line("missing blob   " + sha256));
            erased.forEach(gone -> output.line(Text.printable("erased         what was sealed about " + gone.subject()
                    + ", by " + gone.by() + " at " + LogHeader.format(gone.at()) + ": " + gone.reason())));
        }
        return ExitCodes.OK;
    }

    /** Of a server only boards are read, and it says so itself. */
    private List<KeyEntry.Erased> erased(BoardProjection projection, Output output) {
        Json state = projection.board().state();
        if (SealedValue.in(state).isEmpty() || source.served(boards -> true).isPresent()) {
            return List.of();
        }
        try (Cluster cluster = source.open(output);
                Opener keys = new Opener(cluster.connection())) {
            return keys.erased(state);
        }
    }

    private static List<String> missing(String place, BoardProjection projection) {
        BlobStore store = BlobOptions.find(place);
        try {
            return store.missing(BlobHandle.in(projection.board().state()).stream()
                    .map(BlobHandle::sha256)
                    .toList());
        } catch (IOException e) {
            throw CliException.failed("Expected to look for blobs at " + place + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
