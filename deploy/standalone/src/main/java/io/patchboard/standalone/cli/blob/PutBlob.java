package io.patchboard.standalone.cli.blob;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blob put}. */
@Command(
        name = "put",
        description = "Puts a file to the blobs, and prints the value that stands for it on a board.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  patchboard send scan-7 --worker scanner --value \"$(patchboard blob put page.png --type image/png)\""
        })
final class PutBlob implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = BlobHandle.ANY_BYTES,
            description = "Its media type, such as image/png. Default: ${DEFAULT-VALUE}")
    private String type;

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        if (!BlobHandle.isType(type)) {
            throw CliException.failed(
                    "Expected a media type such as image/png as --type, but got \"" + type + "\". Nothing was put.");
        }
        BlobStore.Stored stored = put();
        BlobHandle handle = new BlobHandle(stored.sha256(), stored.bytes(), type);
        Output output = options.output();
        output.line(JsonWriter.compact(handle.toJson()));
        if (output.isJson()) {
            output.document(handle.toJson());
        }
        return ExitCodes.OK;
    }

    private BlobStore.Stored put() {
        try (InputStream bytes = Files.newInputStream(file)) {
            return blobs.open().put(bytes, Optional.empty());
        } catch (IOException e) {
            throw CliException.failed("Expected to put " + file + " to the blobs, but " + FileTrouble.of(e) + ".");
        }
    }
}
