package io.patchboard.standalone.cli.blob;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.text.FileTrouble;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blob get}. */
@Command(
        name = "get",
        description = "Writes the bytes of a blob to stdout or a file. If they have another hash, it fails.",
        mixinStandardHelpOptions = true)
final class GetBlob implements Callable<Integer> {

    @Parameters(paramLabel = "SHA256", description = "The blob's hash, as the board has it.")
    private String sha256;

    @Option(names = "--output", paramLabel = "FILE", description = "Where to write them. Default: stdout")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    @Override
    public Integer call() {
        if (!BlobHandle.isHash(sha256)) {
            throw CliException.failed(
                    "Expected a SHA-256 of 64 hexadecimal digits in lower case, but got \"" + sha256 + "\".");
        }
        try (BlobStore.Content content = blobs.open()
                        .open(sha256)
                        .orElseThrow(() -> CliException.failed("Expected a blob that was put, but there is none with"
                                + " the SHA-256 " + sha256 + ". Name the store with --blobs."));
                OutputStream target = target()) {
            content.stream().transferTo(target);
            return ExitCodes.OK;
        } catch (IOException e) {
            throw CliException.failed("Expected to get blob " + sha256 + ", but " + FileTrouble.of(e) + ".");
        }
    }

    private OutputStream target() throws IOException {
        return file.isPresent() ? Files.newOutputStream(file.get()) : new FileOutputStream(FileDescriptor.out);
    }
}
