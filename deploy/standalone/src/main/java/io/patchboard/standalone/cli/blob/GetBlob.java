package io.patchboard.standalone.cli.blob;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.text.FileTrouble;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blob get}. */
@Command(
        name = "get",
        description =
                "Writes the bytes of a blob to stdout or a file. If they have another hash, it fails, and the file"
                        + " stays as it was.",
        mixinStandardHelpOptions = true)
final class GetBlob implements Callable<Integer> {

    private static final int BUFFER_BYTES = 1 << 16;

    @Parameters(paramLabel = "SHA256", description = "The blob's hash, as the board has it.")
    private String sha256;

    @Option(names = "--output", paramLabel = "FILE", description = "Where to write them. Default: stdout")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    private final OutputStream stdout;

    GetBlob() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    GetBlob(OutputStream stdout) {
        this.stdout = stdout;
    }

    @Override
    public Integer call() {
        if (!BlobHandle.isHash(sha256)) {
            throw CliException.failed(
                    "Expected a SHA-256 of 64 hexadecimal digits in lower case, but got \"" + sha256 + "\".");
        }
        try (BlobStore.Content content = blobs.open()
                .open(sha256)
                .orElseThrow(() -> CliException.failed("Expected a blob that was put, but there is none with"
                        + " the SHA-256 " + sha256 + ". Name the store with --blobs."))) {
            if (file.isPresent()) {
                write(content.stream(), file.get());
            } else {
                print(content.stream());
            }
            return ExitCodes.OK;
        } catch (IOException e) {
            throw CliException.failed("Expected to get blob " + sha256 + ", but " + FileTrouble.of(e) + ".");
        }
    }

    /** To the end, or for as long as somebody reads. */
    private void print(InputStream bytes) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int length = bytes.read(buffer); length >= 0; length = bytes.read(buffer)) {
            try {
                stdout.write(buffer, 0, length);
            } catch (IOException e) {
                if (Output.isClosed(e)) {
                    return;
                }
                throw e;
            }
        }
        stdout.flush();
    }

    /** All of them or none: what is there stays until they are known to have the hash. */
    private void write(InputStream bytes, Path target) throws IOException {
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            try (OutputStream device = Files.newOutputStream(target)) {
                bytes.transferTo(device);
            }
            return;
        }
        Path place = Files.exists(target) ? target.toRealPath() : target;
        Path unfinished = place.resolveSibling("." + place.getFileName() + "." + sha256.substring(0, 8));
        try {
            Files.copy(bytes, unfinished, StandardCopyOption.REPLACE_EXISTING);
            Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
